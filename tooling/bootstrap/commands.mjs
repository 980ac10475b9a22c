import { join } from "node:path"
import { Failure } from "./failure.mjs"

/**
 * What a command's name stands for: a program with its arguments, to be run once the tools, and unless it is the one
 * that installs them the dependencies, are there.
 *
 * @typedef {{ program: () => string, args: string[], dependencies: boolean }} Command
 */

/**
 * What Node is told before a script: as the first line of apps/server/src/main.ts does, and to bundle what browsers run.
 *
 * @type {Record<string, string[]>}
 */
const nodeOptions = { start: ["--max-semi-space-size=16", "--import", "./packages/console/scripts/start-setup.ts"] }

/** The scripts, relative to the root, that Node runs. @type {Record<string, string[]>} */
const scripts = {
  start: ["apps/server/src/main.ts", "serve"],
  ao: ["apps/server/src/main.ts"],
  conformance: ["packages/conformance/src/main.ts"],
  test: ["node_modules/vitest/vitest.mjs", "run"],
  build: ["node_modules/turbo/bin/turbo", "run", "build"],
  check: ["tooling/checks/src/main.ts"]
}

/**
 * @param {string | undefined} name
 * @param {string[]} args
 * @param {import("./tools.mjs").Tools} tools
 * @returns {Command}
 */
export const resolveCommand = (name, args, tools) => {
  if (name === "pnpm") return { program: tools.pnpm.program, args, dependencies: false }
  const script = scripts[name ?? ""]
  if (script === undefined) {
    throw new Failure(
      `Unknown command "${name ?? ""}": one of ${[...Object.keys(scripts), "pnpm"].join(", ")} is expected.`
    )
  }
  const [file = "", ...fixed] = script
  const options = nodeOptions[name ?? ""] ?? []
  return {
    program: tools.nodeProgram,
    args: [...options, join(...file.split("/")), ...fixed, ...args],
    dependencies: true
  }
}
