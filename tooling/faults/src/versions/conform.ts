import { execFile } from "node:child_process"
import { join } from "node:path"
import type { Access } from "../server.ts"

/** What a version's suite says of a server, by what it checked. */
export type Verdicts = ReadonlyMap<string, { readonly status: string; readonly message?: string }>

interface Report {
  readonly verdicts: ReadonlyArray<{
    readonly law: string
    readonly title: string
    readonly outcome: { readonly status: string; readonly message?: string }
  }>
}

/** Exit codes: each law holds, one is broken, some could not be decided. */
const decided = new Set<unknown>([0, 1, 3])

/** Holds a server to the laws by the conformance suite of a version, in a process of its own. */
export const conform = async (sources: string, { url, key, projectId }: Access, seed: number): Promise<Verdicts> => {
  const suite = join(sources, "packages", "conformance", "src", "main.ts")
  const parameters = ["--conditions=@agent-operations/source", suite, "--json", "--seed", `${seed}`]
  const env = {
    ...process.env,
    AGENT_OPERATIONS_URL: url,
    AGENT_OPERATIONS_API_KEY: key,
    AGENT_OPERATIONS_PROJECT_ID: projectId
  }
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, parameters, { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      decided.has(error?.code ?? 0)
        ? resolve(stdout)
        : reject(new Error(`${suite} checked nothing: ${stderr}${stdout}`))
    )
  })
  const { verdicts } = JSON.parse(printed) as Report
  return new Map(verdicts.map(({ law, title, outcome }) => [`${law}: ${title}`, outcome]))
}

export const count = (verdicts: Verdicts, status: string): number =>
  [...verdicts.values()].filter((outcome) => outcome.status === status).length

/** What is broken in some verdicts, and was not in those before, where there are some. */
export const brokenIn = (verdicts: Verdicts, before?: Verdicts): ReadonlyArray<string> =>
  [...verdicts].flatMap(([check, { status, message }]) =>
    status === "broken" && before?.get(check)?.status !== "broken" ? [`${check}: ${message}`] : []
  )
