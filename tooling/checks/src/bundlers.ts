/**
 * Bundles a host's server over the tarballs, moves it where nothing else is but PGlite, starts it on both databases, and
 * asks it to validate and for its tools: `bundlers.ts esbuild rolldown none`, or `bundlers.ts next`. `none` is a bundle without its workers,
 * which says so before the first validation does.
 */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { pinned, run, source, writeHost } from "./hosts.ts"
import { pack } from "./pack.ts"
import { scope, startRegistry } from "./registry.ts"
import { report } from "./report.ts"
import { isUp, type Served, serve } from "./serving.ts"

const directory = mkdtempSync(join(tmpdir(), "bundled-"))
const host = join(directory, "host")
const postgres = await startPostgres()
const registry = await startRegistry(pack(directory))

const esbuild = [
  ...["node_modules/.bin/esbuild", "server.mjs", "--bundle", "--platform=node", "--format=esm"],
  "--external:@electric-sql/pglite"
]
const workers = ["views/validation-worker", "kit/pglite-worker"].map((name) => `${name.split("/")[1]}=${scope}/${name}`)

interface Bundler {
  readonly dependencies: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  /** What the build leaves to be deployed, and what starts it there. */
  readonly output: string
  readonly start: string
  readonly prefix?: string
  /** What must be there beside the output. */
  readonly beside?: string
  readonly wrong: (onPglite: Served, onPostgres: Served) => string | undefined
}

const works: Bundler["wrong"] = (onPglite, onPostgres) =>
  isUp(onPglite) ? (isUp(onPostgres) ? undefined : "it does not work on PostgreSQL") : "it does not work on PGlite"

const tells: Bundler["wrong"] = (onPglite, onPostgres) => {
  if (onPglite.answers["/readyz"] !== undefined || !onPglite.output.includes("In a bundle"))
    return "PGlite's start does not tell"
  const { answers, output } = onPostgres
  const truthful = isDeepStrictEqual(answers, { "/readyz": 503, create_page_view: 200, validate_page_view: 503 })
  return truthful && output.includes("In a bundle") ? undefined : "the worker that is missing is not told"
}

const pglite = join("node_modules", "@electric-sql", "pglite")
const node = { start: "server.js", beside: pglite }

const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: {
    ...node,
    dependencies: ["esbuild"],
    command: [...esbuild, ...workers, "--outdir=esbuild"],
    output: "esbuild",
    wrong: works
  },
  none: {
    ...node,
    dependencies: ["esbuild"],
    command: [...esbuild, "--outdir=none"],
    output: "none",
    wrong: tells
  },
  rolldown: {
    ...node,
    dependencies: ["rolldown"],
    command: ["node_modules/.bin/rolldown", "--config", "rolldown.config.mjs"],
    output: "rolldown",
    wrong: works
  },
  next: {
    dependencies: ["next", "react", "react-dom"],
    command: ["node_modules/.bin/next", "build"],
    output: ".next/standalone",
    start: "server.js",
    prefix: "/ops",
    wrong: works
  }
}

/** An example of the kit's tarball, as JavaScript. */
const example = (name: string): string => {
  const text = readFileSync(join(host, "node_modules", scope, "kit", "examples", name), "utf8")
  return stripTypeScriptTypes(text).replaceAll('.ts"', '.js"')
}

const check = async (name: string): Promise<boolean> => {
  const begun = performance.now()
  const { command, output, start, beside, prefix, wrong } = bundlers[name]!
  const built = await run(host, command, { NEXT_TELEMETRY_DISABLED: "1" })
  if (built.status !== 0) return report(name, begun, "it can't be built", built.output)
  const deployed = join(directory, `deployed-${name}`)
  renameSync(join(host, output), deployed)
  writeHost(deployed, { "package.json": { private: true, type: "module" } })
  if (beside !== undefined) cpSync(join(host, beside), join(deployed, beside), { recursive: true })
  const program = [process.execPath, start]
  const variables = { HOSTNAME: "127.0.0.1", PORT: "0", TOKEN: "any" }
  const onPglite = await serve(deployed, program, { prefix, variables })
  const onPostgres = await serve(deployed, program, { prefix, variables: { ...variables, DATABASE_URL: postgres.url } })
  return report(name, begun, wrong(onPglite, onPostgres), JSON.stringify({ onPglite, onPostgres }, undefined, 2))
}

try {
  const asked = process.argv.slice(2)
  writeHost(host, {
    "package.json": { name: "host", private: true, type: "module" },
    ".npmrc": `${scope}:registry=${registry.url}\n`,
    "server.mjs": source("server.mjs"),
    "verify.mjs": source("verify.mjs"),
    "rolldown.config.mjs": source("rolldown.config.mjs"),
    "next.config.mjs": source("next/next.config.mjs"),
    "app/layout.js": source("next/layout.js")
  })
  const dependencies = new Set(asked.flatMap((name) => bundlers[name]?.dependencies ?? []))
  const add = [
    ...["kit", "mcp", "docs", "views"].map((name) => `${scope}/${name}`),
    ...["effect", ...dependencies].map(pinned)
  ]
  const installed = await run(host, ["npm", "install", ...add])
  if (installed.status !== 0) throw new Error(`The host can't be installed\n${installed.output}`)
  writeHost(host, { "app/ops/[...path]/route.js": example("next/route.ts"), "app/ops/verify.js": example("verify.ts") })
  const results: Array<boolean> = []
  for (const name of asked) results.push(await check(name))
  process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1
} finally {
  registry.close()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
