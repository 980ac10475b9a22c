/**
 * Rehearses a release of HEAD: versions and changelogs from the changesets, tarballs as they would be published, and a host on
 * both databases that was installed before the release and is upgraded to it over its data. What was built is what is packed.
 *
 * The host begins with the tarballs of the working tree as its versions are now; with `--from REF`, with those of a commit that
 * is built for it.
 */
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { freePort, startPostgres } from "@agent-operations/postgres-for-tests"
import { pinned, run, source, writeHost } from "./hosts.ts"
import { pack, type Tarball } from "./pack.ts"
import { publicPackages, root } from "./publicPackages.ts"
import { scope, startRegistry } from "./registry.ts"
import { report } from "./report.ts"
import { isUp, serve } from "./serving.ts"

const { from } = parseArgs({ options: { from: { type: "string" } } }).values
const directory = mkdtempSync(join(tmpdir(), "release-"))

const execute = (cwd: string, program: string, ...parameters: ReadonlyArray<string>) =>
  execFileSync(program, parameters, { cwd, encoding: "utf8", maxBuffer: 64 << 20, stdio: ["ignore", "pipe", "pipe"] })

/** A commit in a folder of its own, with its dependencies. */
const checkOut = (name: string, commit: string): string => {
  const tree = join(directory, name)
  execute(root, "git", "clone", "--quiet", "--no-checkout", root, tree)
  execute(tree, "git", "checkout", "--quiet", execute(root, "git", "rev-parse", commit).trim())
  return tree
}

const install = (tree: string) =>
  execute(tree, "pnpm", "install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts")

const tarballs = (name: string, tree: string): ReadonlyArray<Tarball> => {
  const folder = join(directory, `${name}-tarballs`)
  mkdirSync(folder)
  return pack(folder, tree)
}

/** The packages as they would be published, and what is wrong with their versions and changelogs. */
const release = () => {
  const tree = checkOut("release", "HEAD")
  const before = new Map(publicPackages(tree).map(({ name, version }) => [name, version]))
  execute(tree, join(root, "node_modules", ".bin", "changeset"), "version")
  const faults = publicPackages(tree).flatMap(({ name, version, directory: at }) => {
    if (version === before.get(name)) return []
    const changelog = join(at, "CHANGELOG.md")
    const isTold = existsSync(changelog) && readFileSync(changelog, "utf8").includes(`\n## ${version}\n`)
    return isTold ? [] : [`${name} ${version} is not in its changelog`]
  })
  install(tree)
  for (const { directory: at } of publicPackages(tree)) {
    cpSync(join(root, at.slice(tree.length), "dist"), join(at, "dist"), { recursive: true })
  }
  return { faults, released: tarballs("release", tree) }
}

/** The packages that hosts have until then. */
const installedBefore = () => {
  if (from === undefined) return tarballs("before", root)
  const tree = checkOut("before", from)
  execute(tree, process.execPath, join("tooling", "bootstrap", "run.mjs"), "build")
  return tarballs("before", tree)
}

const packages = ["kit", "views", "mcp", "docs"].map((name) => `${scope}/${name}`)
const host = join(directory, "host")

/** Installs the host's packages as a registry has them, over what is installed. Throws what npm says where it refuses. */
const installHost = async (offered: ReadonlyArray<Tarball>) => {
  const registry = await startRegistry(offered)
  try {
    writeHost(host, { ".npmrc": `${scope}:registry=${registry.url}\n` })
    const asked = offered
      .filter(({ name }) => packages.includes(name))
      .map((each) => `${each.name}@${each.manifest.version}`)
    const { status, output } = await run(host, ["npm", "install", ...asked, pinned("effect")])
    if (status !== 0) throw new Error(`npm refuses ${asked.join(" ")}\n${output}`)
  } finally {
    registry.close()
  }
}

interface Told {
  readonly seen: object
  readonly wentOn?: ReadonlyArray<unknown>
}

const tell = async (step: "fill" | "look", variables: Readonly<Record<string, string>>): Promise<Told> => {
  const { status, output, stdout } = await run(host, [process.execPath, "keeps.mjs", step], variables)
  if (status !== 0) throw new Error(`keeps.mjs ${step} failed\n${output}`)
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
}

const postgres = await startPostgres()
const databases = { PGlite: {}, PostgreSQL: { DATABASE_URL: postgres.url } }

/** What is wrong with a host's data after the upgrade; undefined where nothing is. */
const complaint = (before: Told, after: Told): string | undefined =>
  !isDeepStrictEqual(after.seen, before.seen)
    ? "what is read is not what was written"
    : isDeepStrictEqual(after.wentOn, [200, "CONFLICT", 200, 200])
      ? undefined
      : `it goes on with ${JSON.stringify(after.wentOn)}`

try {
  const results: Array<boolean> = []
  const begun = performance.now()
  const { faults, released } = release()
  results.push(report("versions, changelogs and tarballs", begun, faults[0], faults.join("\n")))
  console.log(released.map(({ name, manifest }) => `${name} ${manifest.version}`).join("\n"))

  writeHost(host, {
    "package.json": { name: "host", private: true, type: "module" },
    "keeps.mjs": source("keeps.mjs"),
    "verify.mjs": source("verify.mjs")
  })
  await installHost(installedBefore())
  const filled = new Map<string, Told>()
  for (const [name, variables] of Object.entries(databases)) filled.set(name, await tell("fill", variables))

  await installHost(released)
  for (const [name, variables] of Object.entries(databases)) {
    const upgraded = performance.now()
    const [before, after] = [filled.get(name)!, await tell("look", variables)]
    const wrong = complaint(before, after)
    results.push(report(`upgraded over data, ${name}`, upgraded, wrong, JSON.stringify([before, after], undefined, 2)))
  }

  cpSync(join(host, "node_modules", scope, "kit", "examples"), join(host, "examples"), { recursive: true })
  const started = performance.now()
  const variables = { PORT: String(await freePort()), TOKEN: "any" }
  const served = await serve(host, [process.execPath, "examples/node.ts"], { prefix: "/ops", variables })
  const wrong = isUp(served) ? undefined : "it does not work"
  results.push(report("examples/node.ts", started, wrong, JSON.stringify(served, undefined, 2)))
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
