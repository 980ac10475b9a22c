import { join } from "node:path"
import { Failure } from "./failure.mjs"

/**
 * What a command's name stands for: a program with its arguments, to be run once the tools, and unless it is the one
 * that installs them the dependencies, are there. A signal goes to all of a `group`'s processes: linters leave theirs behind.
 *
 * @typedef {{ program: () => string, args: string[], dependencies: boolean, group?: boolean }} Command
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
  "test:long": ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.long.config.ts"],
  build: ["node_modules/turbo/bin/turbo", "run", "build"],
  check: ["tooling/checks/src/main.ts"]
}

/**
 * The commands that run any script or program by its name, which other scripts of package.json are made of.
 *
 * @type {Record<string, (args: string[], tools: import("./tools.mjs").Tools) => Command>}
 */
const runners = {
  node: (args, { nodeProgram }) => ({ program: nodeProgram, args, dependencies: true }),
  // Not by pnpm, which keeps an interruption from the program that it runs. Windows can't spawn what is there.
  exec: ([name = "", ...args], { pnpm }) =>
    process.platform === "win32"
      ? { program: pnpm.program, args: ["exec", name, ...args], dependencies: true }
      : { program: () => join("node_modules", ".bin", name), args, dependencies: true, group: true },
  pnpm: (args, { pnpm }) => ({ program: pnpm.program, args, dependencies: false })
}

/**
 * @param {string | undefined} name
 * @param {string[]} args
 * @param {import("./tools.mjs").Tools} tools
 * @returns {Command}
 */
export const resolveCommand = (name, args, tools) => {
  const runner = runners[name ?? ""]
  if (runner !== undefined) return runner(args, tools)
  const script = scripts[name ?? ""]
  if (script === undefined) {
    const known = [...Object.keys(scripts), ...Object.keys(runners)]
    throw new Failure(`Unknown command "${name ?? ""}": one of ${known.join(", ")} is expected.`)
  }
  const [file = "", ...fixed] = script
  const options = nodeOptions[name ?? ""] ?? []
  return {
    program: tools.nodeProgram,
    args: [...options, join(...file.split("/")), ...fixed, ...args],
    dependencies: true
  }
}
