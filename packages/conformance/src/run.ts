import fc from "fast-check"
import { Broken } from "./Broken.ts"
import type { Check, Context } from "./check.ts"
import { type Family, viewFamilies } from "@agent-operations/contract"
import { allChecksOf, type FamilyChecks } from "./checks/index.ts"
import { type Exchange, makeClient } from "./client.ts"
import type { Law } from "./laws.ts"
import { NotChecked } from "./NotChecked.ts"
import type { Obstacle } from "./obstacles.ts"
import { preflight } from "./preflight.ts"
import { type Served, servedOf } from "./served.ts"
import type { Target } from "./target.ts"

export interface Options {
  /** What the server is held to: built in, or a host's own. Default: page views and custom fields. */
  readonly families?: ReadonlyArray<Family.Any> | undefined
  /** Checks of a host's own, by the name of the family that they are of. */
  readonly familyChecks?: FamilyChecks | undefined
  /** Only the checks of these laws. Default: all. */
  readonly laws?: ReadonlyArray<Law> | undefined
  /** What random values come from. Default: a random one, which the report names. */
  readonly seed?: number | undefined
  /** How many times as many random cases as by default. Default: 1. */
  readonly scale?: number | undefined
}

/** What came of a check. */
export type Outcome =
  | { readonly status: "held" }
  | { readonly status: "not checked"; readonly why: string }
  | {
      readonly status: "broken"
      readonly law: Law
      readonly message: string
      readonly history: ReadonlyArray<Exchange>
    }

export interface Verdict {
  readonly law: Law
  /** The family that was checked; undefined for the server as a whole. */
  readonly family: string | undefined
  readonly title: string
  readonly outcome: Outcome
  readonly seconds: number
}

export interface Report {
  readonly url: string
  readonly seed: number
  readonly verdicts: ReadonlyArray<Verdict>
  /** How many operations were called. */
  readonly calls: number
  /** Why no law could be checked; the address or a credential is wrong, say. */
  readonly obstacle?: Obstacle
  /** Whether every law that was checked holds; false where none could be. */
  readonly holds: boolean
}

let words = 0

/** Runs one check, and says what came of it, with the shortest history that breaks the law. */
export const runCheck = async (
  served: Served,
  target: Target,
  one: Check,
  seed: number,
  scale = 1,
  onCall: () => void = () => {}
): Promise<Outcome> => {
  const missing = one.needs.filter((need) => target[need] === undefined)
  if (missing.length > 0) return { status: "not checked", why: `the target has no ${missing.join(", no ")}` }

  let history: Array<Exchange> = []
  let broken: { readonly cause: unknown; readonly history: ReadonlyArray<Exchange> } | undefined
  const note = (exchange: Exchange) => {
    history.push(exchange)
    onCall()
  }
  const as: Context["as"] = ({ key = target.key, projectId = target.projectId }) =>
    makeClient(served.find, target, { key, projectId }, note)
  const context: Context = {
    target,
    as,
    client: as({}),
    word: () => `c${Math.random().toString(36).slice(2, 12)}${(words++).toString(36)}`,
    forAll: async (values, runs, holds) => {
      // fast-check tries smaller cases for as long as they fail: the last that failed is the smallest.
      const property = fc.asyncProperty(values, async (value) => {
        history = []
        try {
          await holds(value)
        } catch (cause) {
          broken = { cause, history }
          throw cause
        }
      })
      await fc.assert(property, { seed, numRuns: Math.max(1, Math.ceil(runs * scale)) })
    }
  }
  try {
    await one.run(context)
    return { status: "held" }
  } catch (error) {
    const { cause, history: shortest } = broken ?? { cause: error, history }
    if (cause instanceof NotChecked) return { status: "not checked", why: cause.message }
    const law = cause instanceof Broken ? cause.law : one.law
    return { status: "broken", law, message: cause instanceof Error ? cause.message : String(cause), history: shortest }
  }
}

/** What every answer of every check is held to. */
const always: ReadonlyArray<Law> = ["E1", "E2", "C2", "A4"]

/** Which checks of some families can show some laws broken, in the order of SPEC.md. */
export const checksOf = (
  served: Served,
  { laws: only, familyChecks }: Pick<Options, "laws" | "familyChecks">
): ReadonlyArray<Check> => {
  const checks = allChecksOf(served, familyChecks)
  return only === undefined || only.some((law) => always.includes(law))
    ? checks
    : checks.filter(({ law, also }) => [law, ...also].some((one) => only.includes(one)))
}

/**
 * Holds a server to the laws, one check after the other, once the address and the credentials are right. Never throws for
 * what the server does: that is in the report. Throws a `TypeError` where the families cannot be served together.
 *
 * @example
 * const report = await runConformance({ url: "http://localhost:4400", key: "aok_…", projectId: "prj_…" })
 * report.holds // true
 *
 * @example
 * await runConformance(target, { families: [pageViews, customFields, definitionFamily(AlertRule)] })
 */
export const runConformance = async (
  target: Target,
  { families = viewFamilies, familyChecks, laws, seed = Math.floor(Math.random() * 2 ** 31), scale = 1 }: Options = {},
  onVerdict: (verdict: Verdict) => void = () => {}
): Promise<Report> => {
  const served = servedOf(families)
  const obstacle = await preflight(target, families)
  if (obstacle !== undefined) return { url: target.url, seed, verdicts: [], calls: 0, obstacle, holds: false }
  const verdicts: Array<Verdict> = []
  let calls = 0
  for (const one of checksOf(served, { laws, familyChecks })) {
    const started = performance.now()
    const outcome = await runCheck(served, target, one, seed, scale, () => calls++)
    const seconds = (performance.now() - started) / 1000
    const verdict = { law: one.law, family: one.family, title: one.title, outcome, seconds }
    verdicts.push(verdict)
    onVerdict(verdict)
  }
  return { url: target.url, seed, verdicts, calls, holds: verdicts.every(({ outcome }) => outcome.status !== "broken") }
}
