#!/usr/bin/env node
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { viewFamilies } from "@agent-operations/contract"
import { type Law, laws } from "./laws.ts"
import { renderSummary, renderVerdict } from "./report.ts"
import { type Report, runConformance } from "./run.ts"
import { type FamilyList, servedOf } from "./served.ts"

const { scopes } = servedOf(viewFamilies)

const help = `Holds a server to the laws of Agent Operations, from outside.

  npx @agent-operations/conformance --url http://localhost:4400 --key aok_… --project prj_…

  --url       what stands before /api/agent            (or AGENT_OPERATIONS_URL)
  --key       a credential with every scope            (or AGENT_OPERATIONS_API_KEY)
  --project   a project it reaches, to write in        (or AGENT_OPERATIONS_PROJECT_ID)

  --families ./families.mjs   a module that exports the list of what is served, as families or by default: what the
                              server is held to, where that is not page views and custom fields. Scopes are those of the families: ${scopes.all.join(", ")}.

  With more, more can be checked:
  --read-only-key     a credential with the scopes that reading requires alone: ${scopes.read.join(", ")}
  --other-project     another project that the key reaches
  --foreign-key, --foreign-project   those of another organization

  --law R4,P1         only these laws
  --seed 42           the same random cases again
  --scale 10          ten times as many
  --timeout 30        how many seconds a request may take
  --patience 180      how many seconds to wait where the server asks to come back later
  --concurrency 4     how many checks are made at a time
  --bail              begin no further check once a law is seen broken
  --json              one line of JSON in place of the report
  --help

Before any law it makes sure that the address is that of an Agent Operations server, and that the credentials are
accepted, reach their projects and hold the scopes; what is not so, it says, with what to do.

It creates definitions with names of their own, and deletes them.

Exit codes:
  0  every law that was checked holds
  1  a law is broken
  3  no law is seen broken, but some could not be decided: the server, or the way to it, was not well
  2  nothing was checked: an option, the address or a credential is wrong, or the server is away`

const print = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const text = { type: "string" } as const

const options = () =>
  parseArgs({
    options: {
      url: text,
      key: text,
      project: text,
      "read-only-key": text,
      "other-project": text,
      "foreign-key": text,
      "foreign-project": text,
      families: text,
      law: text,
      seed: text,
      scale: text,
      timeout: text,
      patience: text,
      concurrency: text,
      bail: { type: "boolean" },
      json: { type: "boolean" },
      help: { type: "boolean" }
    }
  }).values

const wrong = (message: string): never => {
  tell(`${message}\nSee --help.`)
  process.exit(2)
}

const number = (name: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const value = Number(given)
  return given.trim() !== "" && Number.isFinite(value) ? value : wrong(`--${name} must be a number, not ${given}.`)
}

const millis = <const Name extends string>(name: Name, seconds: number | undefined) =>
  seconds === undefined ? {} : { [name]: seconds * 1000 }

const lawsIn = (given: string | undefined): ReadonlyArray<Law> | undefined =>
  given?.split(",").map((name) => {
    const law = name.trim().toUpperCase()
    return Object.hasOwn(laws, law)
      ? (law as Law)
      : wrong(`There is no law ${name} to check: ${Object.keys(laws).join(", ")}.`)
  })

const isFamily = (one: unknown) =>
  typeof one === "object" && one !== null && ("operations" in one || ("families" in one && Array.isArray(one.families)))

/** The families that a module exports, in a list of them or as what the server is given. */
const familiesIn = async (given: string | undefined): Promise<FamilyList | undefined> => {
  if (given === undefined) return undefined
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(given)).href)
  const families = exported["families"] ?? exported["default"]
  if (Array.isArray(families) && families.every(isFamily)) return families
  return wrong(
    `${given} has to export the list of what is served, by the name families or as its default: export default [views(), …]`
  )
}

const exitCodeOf = ({ holds, obstacle, verdicts }: Report): number => {
  if (obstacle !== undefined) return 2
  return verdicts.some(({ outcome }) => outcome.status === "broken") ? 1 : holds ? 0 : 3
}

const run = async (given: ReturnType<typeof options>) => {
  const { env } = process
  const url = (
    given.url ??
    env["AGENT_OPERATIONS_URL"] ??
    wrong("Name the server: --url http://localhost:4400")
  ).replace(/\/+$/, "")
  const key = given.key ?? env["AGENT_OPERATIONS_API_KEY"] ?? wrong("Give a credential: --key aok_…")
  const projectId = given.project ?? env["AGENT_OPERATIONS_PROJECT_ID"] ?? wrong("Name a project: --project prj_…")
  const [foreignKey, foreignProject] = [given["foreign-key"], given["foreign-project"]]
  const target = {
    url,
    key,
    projectId,
    readOnlyKey: given["read-only-key"],
    otherProjectId: given["other-project"],
    foreign: foreignKey && foreignProject ? { key: foreignKey, projectId: foreignProject } : undefined
  }
  const families = await familiesIn(given.families)
  const settings = {
    families,
    laws: lawsIn(given.law),
    seed: number("seed", given.seed),
    scale: number("scale", given.scale),
    concurrency: number("concurrency", given.concurrency),
    bail: given.bail,
    ...millis("timeoutMillis", number("timeout", given.timeout)),
    ...millis("patienceMillis", number("patience", given.patience))
  }
  const report = await runConformance(target, settings, (verdict) => tell(renderVerdict(verdict)))
  if (given.json === true) print(JSON.stringify(report))
  else if (report.obstacle === undefined) print(`\n${renderSummary(report)}`)
  else tell(renderSummary(report))
  process.exitCode = exitCodeOf(report)
}

try {
  const given = options()
  if (given.help === true) print(help)
  else await run(given)
} catch (error) {
  wrong(error instanceof Error ? error.message : String(error))
}
