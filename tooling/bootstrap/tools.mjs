import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Failure } from "./failure.mjs"
import { nodePackages, oldestNode } from "./pins.mjs"

/**
 * A program that an npm package carries. `directory` is named by its version, so a new pin is a new directory.
 *
 * @typedef {object} Tool
 * @property {string} label for people, such as "pnpm 12.21.0"
 * @property {string} version
 * @property {string} spec for npm, such as "pnpm@12.21.0"
 * @property {string} directory where it is installed
 * @property {(directory?: string) => string} program the path of its executable, there or in another directory
 */

/**
 * @typedef {object} Tools
 * @property {Tool} pnpm
 * @property {Tool | undefined} node undefined if the running Node is new enough
 * @property {string} nodeVersion
 * @property {() => string} nodeProgram
 */

const executable = process.platform === "win32" ? ".exe" : ""

/** @param {string} root @returns {Tools} */
export const toolsIn = (root) => {
  const directory = join(root, ".cache", "tools")
  const node = isNewEnough(process.versions.node) ? undefined : nodeTool(directory)
  return {
    pnpm: pnpmTool(root, directory),
    node,
    nodeVersion: node?.version ?? process.versions.node,
    nodeProgram: () => node?.program() ?? process.execPath
  }
}

/** @param {Tool} tool */
export const isInstalled = (tool) => existsSync(tool.directory)

/** The directories that hold the tools' programs, for PATH. @param {Tools} tools */
export const binDirectories = (tools) => [dirname(tools.nodeProgram()), dirname(tools.pnpm.program())]

/** Node 23 went out of support before it could run the sources. @param {string} version */
export const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  return major >= 24 || (major === oldestMajor && minor >= oldestMinor)
}

/** @param {string} parent @returns {Tool} */
const nodeTool = (parent) => {
  const platform = `${process.platform}-${process.arch}`
  const found = nodePackages[platform]
  if (found === undefined) {
    throw new Failure(
      `Node ${process.versions.node} is too old: install Node 24 (https://nodejs.org) and run this again.`
    )
  }
  const [name, version] = found
  const directory = join(parent, `node-${version}-${platform}`)
  return {
    label: `Node ${version}`,
    version,
    spec: `${name}@${version}`,
    directory,
    program: (inside = directory) => join(inside, "node_modules", name, "bin", `node${executable}`)
  }
}

/** @param {string} root @param {string} parent @returns {Tool} */
const pnpmTool = (root, parent) => {
  const spec = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager
  const version = spec.replace("pnpm@", "")
  const directory = join(parent, `pnpm-${version}-${process.platform}-${process.arch}`)
  return { label: `pnpm ${version}`, version, spec, directory, program: (inside = directory) => pnpmProgram(inside) }
}

/** npm has chosen the one that fits this machine, its C library included. @param {string} directory */
const pnpmProgram = (directory) => {
  const scope = join(directory, "node_modules", "@pnpm")
  const target = readdirSync(scope).find((name) => name.startsWith("exe."))
  if (target === undefined) throw new Failure(`pnpm has no binary for ${process.platform}-${process.arch}.`)
  return join(scope, target, `pnpm${executable}`)
}
