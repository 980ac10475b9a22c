import { parseArgs } from "node:util"
import { viewFamilies } from "@agent-operations/contract"
import { type Law, laws } from "../laws.ts"
import { servedOf } from "../served.ts"
import { exitCodes } from "./exit-codes.ts"
import type { Target } from "../target.ts"
import { UsageError } from "./UsageError.ts"

const { scopes } = servedOf(viewFamilies)

export const help = `Holds a server to the laws of Agent Operations, from outside.

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
  --target ./target.mjs   a module that exports some of that, or a function that resolves with it, as target or by
                          default; its makeKey creates and revokes keys. An option comes before it.

  --quick             a few cases of each, in some seconds; the report says what it left out
  --law R4,P1         only these laws
  --seed 42           the same random cases again
  --scale 10          ten times as many
  --timeout 30        how many seconds a request may take
  --patience 180      how many seconds to wait where the server asks to come back later
  --concurrency 4     how many checks are made at a time
  --bail              begin no further check once a law is seen broken
  --junit report.xml  the report as JUnit XML too, in a file
  --json              one line of JSON in place of the report
  --help

Before any law it makes sure that the address is that of an Agent Operations server, and that the credentials are
accepted, reach their projects and hold the scopes; what is not so, it says, with what to do.

It creates definitions with names of their own, and deletes them.

Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join("\n")}`

const text = { type: "string" } as const
const flag = { type: "boolean" } as const

export const readOptions = (args: ReadonlyArray<string>) =>
  parseArgs({
    args,
    options: {
      url: text,
      key: text,
      project: text,
      "read-only-key": text,
      "other-project": text,
      "foreign-key": text,
      "foreign-project": text,
      target: text,
      families: text,
      quick: flag,
      law: text,
      seed: text,
      scale: text,
      timeout: text,
      patience: text,
      concurrency: text,
      bail: flag,
      junit: text,
      json: flag,
      help: flag
    }
  }).values

export type Given = ReturnType<typeof readOptions>

const numberOf = (name: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const value = Number(given)
  if (given.trim() !== "" && Number.isFinite(value)) return value
  throw new UsageError(`--${name} must be a number, not ${given}.`)
}

const lawsIn = (given: string | undefined): ReadonlyArray<Law> | undefined =>
  given?.split(",").map((name) => {
    const law = name.trim().toUpperCase()
    if (Object.hasOwn(laws, law)) return law as Law
    throw new UsageError(`There is no law ${name} to check: ${Object.keys(laws).join(", ")}.`)
  })

const millis = <const Name extends string>(name: Name, seconds: number | undefined) =>
  seconds === undefined ? {} : { [name]: seconds * 1000 }

/** What is checked, and how much of it. Throws a `UsageError` for what is none. */
export const settingsOf = (given: Given) => ({
  laws: lawsIn(given.law),
  quick: given.quick,
  seed: numberOf("seed", given.seed),
  scale: numberOf("scale", given.scale),
  concurrency: numberOf("concurrency", given.concurrency),
  bail: given.bail,
  ...millis("timeoutMillis", numberOf("timeout", given.timeout)),
  ...millis("patienceMillis", numberOf("patience", given.patience))
})

const needed = (value: string | undefined, advice: string): string => {
  if (value !== undefined && value !== "") return value
  throw new UsageError(advice)
}

/** The server and what may be used of it: by the options, else by a module, else by the environment. */
export const targetOf = (given: Given, module: Partial<Target>, env: NodeJS.ProcessEnv): Target => {
  const [key, projectId] = [given["foreign-key"], given["foreign-project"]]
  if ((key === undefined) !== (projectId === undefined))
    throw new UsageError("--foreign-key and --foreign-project are of one organization: give both, or none.")
  const [url, ownKey, project] = [
    given.url ?? module.url ?? env["AGENT_OPERATIONS_URL"],
    given.key ?? module.key ?? env["AGENT_OPERATIONS_API_KEY"],
    given.project ?? module.projectId ?? env["AGENT_OPERATIONS_PROJECT_ID"]
  ]
  return {
    ...module,
    url: needed(url, "Name the server: --url http://localhost:4400").replace(/\/+$/, ""),
    key: needed(ownKey, "Give a credential: --key aok_…"),
    projectId: needed(project, "Name a project: --project prj_…"),
    readOnlyKey: given["read-only-key"] ?? module.readOnlyKey,
    otherProjectId: given["other-project"] ?? module.otherProjectId,
    foreign: key !== undefined && projectId !== undefined ? { key, projectId } : module.foreign
  }
}
