/**
 * Runs the client in every runtime, over the tarballs that a host has installed: on the kit, and on servers that misbehave
 * (`hosts/client/scenario.mjs`). Each has to end in the same way but where a runtime cannot tell a refused connection.
 */
import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { findChromium, launchBrowser } from "@agent-operations/browser-for-tests"
import { freePort } from "@agent-operations/postgres-for-tests"
import { rolldown } from "rolldown"
import { pinned, run } from "../hosts.ts"
import { report } from "../report.ts"
import { ended, type ClientServer, started } from "./server.ts"

const platform = process.platform === "win32" ? "win" : process.platform

/** The oldest Node that the client runs on: the package that carries the binary of this platform. */
const oldestNode = `node-${platform}-${process.arch}`

/** What a host installs beside the client, to run it. */
export const clientDependencies: ReadonlyArray<string> = [
  ...["bun", "deno", "workerd"].map(pinned),
  pinned("node").replace("node@", `${oldestNode}@`)
]

const lost = (code: string) => `${code} 3, OUTCOME_UNKNOWN 1`

/** How the scenario ends, by what becomes of a write to where nobody listens. */
const expected = (refused: "CONNECTION_FAILED 3" | "OUTCOME_UNKNOWN 1") => ({
  walk: {
    listed: "cba",
    revision: 2,
    code: "CONFLICT",
    details: { expectedRevision: 1, currentRevision: 2 },
    valid: true,
    deleted: true
  },
  limited: "RATE_LIMITED 3, RATE_LIMITED 3",
  away: lost("UNAVAILABLE"),
  late: lost("TIMEOUT"),
  half: lost("CONNECTION_FAILED"),
  page: "NOT_AN_ENVELOPE 1, OUTCOME_UNKNOWN 1",
  redirect: "NOT_AN_ENVELOPE 1, NOT_AN_ENVELOPE 1",
  reset: lost("CONNECTION_FAILED"),
  silence: "CLIENT_TIMEOUT 1, OUTCOME_UNKNOWN 1",
  aborted: "Enough.",
  refused: `CONNECTION_FAILED 3, ${refused}`
})

const tellsRefusal = expected("CONNECTION_FAILED 3")
const tellsNothing = expected("OUTCOME_UNKNOWN 1")

/** How the program with Effect ends. */
const withEffect = { code: "CONFLICT", listed: ["Slow traces"] }

/** Bundles a module of the host into one file beside it, as a worker and a page need it. */
const bundled = async (directory: string, input: string, output: string): Promise<void> => {
  const bundle = await rolldown({ input: join(directory, input), platform: "browser", cwd: directory })
  await bundle.write({ file: join(directory, output), format: "esm" })
  await bundle.close()
}

/** What a worker answers, once it listens. */
const answered = async (url: string, child: ChildProcess): Promise<string> => {
  for (;;) {
    try {
      return await (await fetch(url)).text()
    } catch (error) {
      if (child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

const inWorkerd = async (directory: string, workerd: string, origin: string): Promise<string> => {
  await bundled(directory, "worker.mjs", "worker.js")
  const address = `127.0.0.1:${await freePort()}`
  const child = started(directory, [workerd, "serve", "workerd.capnp", `--socket-addr=http=${address}`])
  try {
    return await answered(`http://${address}/?origin=${encodeURIComponent(origin)}`, child)
  } finally {
    await ended(child)
  }
}

const inChromium = async (directory: string, chromium: string, origin: string): Promise<string> => {
  await bundled(directory, "scenario.mjs", "scenario.js")
  await using browser = await launchBrowser(chromium)
  const page = await browser.newPage()
  await page.goto(`${origin}/files/`)
  // The browser closes with this function, and not before.
  return await page.evaluate(async () => {
    const module: { scenario: (origin: string) => Promise<unknown> } = await import(
      `${location.origin}/files/scenario.js`
    )
    return JSON.stringify(await module.scenario(location.origin))
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the client works in every runtime, in a host that has installed it with `clientDependencies` and the kit. */
export const clientWorks = async ({ directory, modules, origin }: ClientServer): Promise<boolean> => {
  const bin = (name: string) => join(modules, ".bin", name)

  const check = async (name: string, wanted: unknown, runs: () => Promise<string>): Promise<boolean> => {
    const begun = performance.now()
    const output = await runs().catch(String)
    const isRight = isDeepStrictEqual(parsed(output), wanted)
    return report(`the client in ${name}`, begun, isRight ? undefined : "it does not end as expected", output)
  }
  const program =
    (...command: ReadonlyArray<string>) =>
    async () =>
      (await run(directory, [...command, origin])).output

  const chromium = await findChromium()
  if (chromium.path === undefined) console.log(`skipped the client in Chromium: ${chromium.reason}`)
  const checks = [
    () => check("Node 24", tellsRefusal, program(process.execPath, "main.mjs")),
    () => check("Node 24 with Effect", withEffect, program(process.execPath, "effect.mjs")),
    () => check("Node 20", tellsRefusal, program(join(modules, oldestNode, "bin", "node"), "main.mjs")),
    () => check("Bun", tellsRefusal, program(bin("bun"), "main.mjs")),
    () => check("Deno", tellsNothing, program(bin("deno"), "run", "--allow-net", "main.mjs")),
    () => check("workerd", tellsNothing, () => inWorkerd(directory, bin("workerd"), origin)),
    ...(chromium.path === undefined
      ? []
      : [() => check("Chromium", tellsNothing, () => inChromium(directory, chromium.path, origin))])
  ]
  const results: Array<boolean> = []
  for (const each of checks) results.push(await each())
  return results.every(Boolean)
}
