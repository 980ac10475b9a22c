#!/usr/bin/env node
/**
 * Runs one of the project's commands, after bringing what it needs: `node tooling/bootstrap/run.mjs <command> [args]`.
 *
 * Plain JavaScript without dependencies, because it runs before anything is installed, on Node 20 or newer with npm.
 */
import { fileURLToPath } from "node:url"
import { resolveCommand } from "./commands.mjs"
import { environment } from "./environment.mjs"
import { asFailure } from "./explain.mjs"
import { prepare } from "./install.mjs"
import { launch } from "./launch.mjs"
import { toolsIn } from "./tools.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const [name, ...args] = process.argv.slice(2)

try {
  const tools = toolsIn(root)
  const command = resolveCommand(name, args, tools)
  await prepare(root, tools, command.dependencies)
  process.exitCode = await launch(command, { cwd: root, env: environment(root, tools) })
} catch (error) {
  const failure = asFailure(error)
  console.error(`\n${failure.message}`)
  process.exitCode = failure.exitCode
}
