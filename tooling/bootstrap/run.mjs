#!/usr/bin/env node
/**
 * Runs one of the project's commands, after bringing what it needs: `node tooling/bootstrap/run.mjs <command> [args]`.
 *
 * Plain JavaScript without dependencies, because it runs before anything is installed, on Node 20 or newer with npm.
 */
import { fileURLToPath } from "node:url"
import { resolveCommand } from "./commands.mjs"
import { environment } from "./environment.mjs"
import { Failure } from "./failure.mjs"
import { prepare } from "./install.mjs"
import { launch } from "./launch.mjs"
import { toolsIn } from "./tools.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const [name, ...args] = process.argv.slice(2)

try {
  const tools = toolsIn(root)
  const command = resolveCommand(name, args, tools)
  await prepare(root, tools)
  process.exitCode = await launch(command, { cwd: root, env: environment(root, tools) })
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = error.exitCode
}
