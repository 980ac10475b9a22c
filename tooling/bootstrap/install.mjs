import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fingerprint, isStamped, stamp } from "./fingerprint.mjs"
import { withLock } from "./lock.mjs"
import { say, step } from "./progress.mjs"
import { runInstallers } from "./runInstallers.mjs"
import { filesOf, isInstalled } from "./tools.mjs"

/**
 * Brings the tools, and the dependencies if they are wanted, unless they are there. Nothing counts as there before it
 * is whole and was seen to run, so this may be interrupted at any moment and started again.
 *
 * @param {string} root
 * @param {import("./tools.mjs").Tools} tools
 * @param {boolean} dependencies
 */
export const prepare = async (root, tools, dependencies) => {
  const print = fingerprint(root, tools)
  const isReady = () =>
    (tools.node === undefined || isInstalled(tools.node)) &&
    isInstalled(tools.pnpm) &&
    (!dependencies || isStamped(root, print))
  const cache = join(root, ".cache")

  const install = async () => {
    if (isReady()) return
    await fetchTool(cache, tools.pnpm)
    // pnpm is a native program: it need not wait for Node.
    await all([
      ...(tools.node === undefined ? [] : [fetchTool(cache, tools.node)]),
      ...(dependencies ? [installDependencies(root, cache, tools)] : [])
    ])
    if (dependencies) stamp(root, print)
    say("Ready.")
  }

  if (isReady()) return
  await withLock(join(cache, "bootstrap.lock"), install, ({ pid }) =>
    say(`Waiting for another installation here (process ${pid}) …`)
  )
}

/** Fails with the first failure, but only once nothing goes on. @param {Promise<void>[]} steps */
const all = async (steps) => {
  for (const result of await Promise.allSettled(steps)) {
    if (result.status === "rejected") throw result.reason
  }
}

/**
 * @param {string} cache
 * @param {import("./tools.mjs").Tool} tool
 */
const fetchTool = async (cache, tool) => {
  if (isInstalled(tool)) return
  const files = filesOf(tool)
  const isHeld = "package-lock.json" in files
  const draft = join(cache, "drafts", basename(tool.directory))
  rmSync(draft, { recursive: true, force: true })
  for (const directory of [draft, dirname(tool.directory)]) mkdirSync(directory, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(draft, file), JSON.stringify(content))
  if (!isHeld) {
    const spec = `${tool.name}@${tool.version}`
    say(
      `${spec} is not checked: tooling/bootstrap/pins.mjs has no hash of it. To add it: npm view ${spec} dist.integrity`
    )
  }
  await step(`Fetching ${tool.label}`, () =>
    // npm is known to succeed on a full disk: only a tool that runs is there.
    runInstallers(
      tool.label,
      [
        () => npm(isHeld ? ["ci"] : ["install", "--no-package-lock"]),
        () => ({ program: tool.program(draft), args: ["--version"] })
      ],
      {
        cwd: draft,
        log: join(cache, `${basename(tool.directory)}.log`)
      }
    )
  )
  renameSync(draft, tool.directory)
}

/** Without a network, the patience of npm and pnpm lasts for minutes. */
const impatience = ["fetch-retries=2", "fetch-retry-mintimeout=1000", "fetch-retry-maxtimeout=3000"]
const forPnpm = ["--reporter=append-only", ...impatience.map((setting) => `--config.${setting}`)]
const forNpm = [
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=warn"],
  ...impatience.map((setting) => `--${setting}`)
]

/**
 * The lockfile of this commit has been reviewed, and its hashes are checked. Whether its versions are old enough for
 * `minimumReleaseAge` is asked of the registry where the lockfile changes, and in CI: it takes longer than all the rest.
 */
const trusted = process.env["CI"] ? [] : ["--trust-lockfile"]

/** @param {string} root @param {string} cache @param {import("./tools.mjs").Tools} tools */
const installDependencies = (root, cache, { pnpm, nodeVersion }) => {
  const args = ["install", "--frozen-lockfile", ...trusted, `--config.node-version=${nodeVersion}`, ...forPnpm]
  return step("Installing the dependencies of pnpm-lock.yaml", () =>
    runInstallers("What pnpm-lock.yaml lists", [() => ({ program: pnpm.program(), args })], {
      cwd: root,
      log: join(cache, "install.log")
    })
  )
}

/** The npm that started us, else the one on PATH. @param {string[]} command */
const npm = (command) => {
  const script = process.env["npm_execpath"] ?? ""
  const args = [...command, ...forNpm]
  if (basename(script) === "npm-cli.js") return { program: process.execPath, args: [script, ...args] }
  return { program: process.platform === "win32" ? "npm.cmd" : "npm", args }
}
