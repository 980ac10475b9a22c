import { delimiter, join } from "node:path"
import { binDirectories } from "./tools.mjs"

/** Workspace packages resolve to their sources: nothing is built before it runs. */
const condition = "--conditions=@agent-operations/source"

/**
 * The environment of the commands: the user's own, the pinned tools first on PATH, sources resolved, compiled code kept
 * between starts, and nobody told of a build.
 *
 * @param {string} root
 * @param {import("./tools.mjs").Tools} tools
 * @returns {NodeJS.ProcessEnv}
 */
export const environment = (root, tools) => {
  const { NODE_OPTIONS: options = "", PATH: path = "" } = process.env
  return {
    NODE_COMPILE_CACHE: join(root, ".cache", "compiled"),
    TURBO_TELEMETRY_DISABLED: "1",
    ...process.env,
    NODE_OPTIONS: options.includes(condition) ? options : `${options} ${condition}`.trim(),
    PATH: [...binDirectories(tools), path].join(delimiter)
  }
}
