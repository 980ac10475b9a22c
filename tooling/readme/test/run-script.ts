import { spawnSync } from "node:child_process"
import { expect } from "vitest"

/** What a script prints that ends well and without a word of errors. */
export const runScript = (script: string, cwd: string, env: NodeJS.ProcessEnv = {}): string => {
  const options = { cwd, env: { ...process.env, ...env }, timeout: 60_000, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", script], options)
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  return stdout.trim()
}
