import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fingerprint, isStamped, stamp } from "./fingerprint.mjs"
import { withLock } from "./lock.mjs"
import { say, step } from "./progress.mjs"
import { runInstaller } from "./runInstaller.mjs"
import { isInstalled } from "./tools.mjs"

/**
 * Brings the tools and the dependencies, unless they are there. Nothing counts as there before it is whole and was
 * seen to run, so this may be interrupted at any moment and started again.
 *
 * @param {string} root
 * @param {import("./tools.mjs").Tools} tools
 */
export const prepare = async (root, tools) => {
  if (isReady(root, tools)) return
  const cache = join(root, ".cache")
  await withLock(
    join(cache, "bootstrap.lock"),
    async () => {
      if (isReady(root, tools)) return
      await fetchTool(cache, tools.pnpm, npm(["install", ...quietly, tools.pnpm.spec]))
      const installations = [installDependencies(root, cache, tools)]
      // pnpm is a native program: it need not wait for Node, and brings it three times as fast as npm.
      if (tools.node !== undefined) installations.push(fetchTool(cache, tools.node, addWithPnpm(tools, tools.node)))
      for (const result of await Promise.allSettled(installations)) {
        if (result.status === "rejected") throw result.reason
      }
      stamp(root, fingerprint(root, tools))
      say("Ready.")
    },
    ({ pid }) => say(`Waiting for another installation here (process ${pid}) …`)
  )
}

/** @param {string} root @param {import("./tools.mjs").Tools} tools */
const isReady = (root, tools) =>
  (tools.node === undefined || isInstalled(tools.node)) &&
  isInstalled(tools.pnpm) &&
  isStamped(root, fingerprint(root, tools))

/**
 * @param {string} cache
 * @param {import("./tools.mjs").Tool} tool
 * @param {{ program: string, args: string[] }} installer
 */
const fetchTool = async (cache, tool, installer) => {
  if (isInstalled(tool)) return
  const draft = join(cache, "drafts", basename(tool.directory))
  rmSync(draft, { recursive: true, force: true })
  for (const directory of [draft, dirname(tool.directory)]) mkdirSync(directory, { recursive: true })
  writeFileSync(join(draft, "package.json"), `{ "private": true }\n`)
  await step(`Fetching ${tool.label}`, async () => {
    const log = join(cache, `${basename(tool.directory)}.log`)
    await runInstaller(tool.label, installer, { cwd: draft, log })
    await runInstaller(tool.label, { program: tool.program(draft), args: ["--version"] }, { cwd: draft, log })
  })
  renameSync(draft, tool.directory)
}

const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]

/** @param {import("./tools.mjs").Tools} tools @param {import("./tools.mjs").Tool} tool */
const addWithPnpm = (tools, tool) => ({
  program: tools.pnpm.program(),
  args: ["add", "--ignore-workspace", "--node-linker=hoisted", "--reporter=append-only", tool.spec]
})

/**
 * The lockfile of this commit has been reviewed, and its hashes are checked. Whether its versions are old enough for
 * `minimumReleaseAge` is asked of the registry where the lockfile changes, and in CI: it takes longer than all the rest.
 */
const frozen = ["--frozen-lockfile", "--reporter=append-only", ...(process.env["CI"] ? [] : ["--trust-lockfile"])]

/** @param {string} root @param {string} cache @param {import("./tools.mjs").Tools} tools */
const installDependencies = (root, cache, tools) =>
  step("Installing the dependencies of pnpm-lock.yaml", () =>
    runInstaller(
      "The installation of the dependencies",
      { program: tools.pnpm.program(), args: ["install", ...frozen, `--config.node-version=${tools.nodeVersion}`] },
      { cwd: root, log: join(cache, "install.log"), env: { CI: "true" } }
    ))

/** The npm that started us, else the one on PATH. @param {string[]} args */
const npm = (args) => {
  const script = process.env["npm_execpath"] ?? ""
  if (basename(script) === "npm-cli.js") return { program: process.execPath, args: [script, ...args] }
  return { program: process.platform === "win32" ? "npm.cmd" : "npm", args }
}
