import { atATime } from "./at-a-time.ts"
import type { Check } from "./check.ts"
import { viewFamilies } from "@agent-operations/contract"
import { allChecksOf, type FamilyChecks, isToldOf } from "./checks/index.ts"
import { type Coverage, coverageOf, type Share, sharesOf } from "./coverage.ts"
import type { Law } from "./laws.ts"
import type { Obstacle } from "./obstacles.ts"
import type { Tries } from "./power.ts"
import { preflight } from "./preflight.ts"
import { type Refused, whyOf } from "./prepare.ts"
import type { Requirement } from "./requirements/index.ts"
import { makeRunner, type Outcome, type RunnerOptions } from "./runner.ts"
import { type FamilyList, type Served, servedOf } from "./served.ts"
import type { Target } from "./target.ts"

/** What is checked, and how much of it. */
export interface Options extends RunnerOptions {
  /** What the server is held to: families, or the list that it serves. Default: page views and custom fields. */
  readonly families?: FamilyList | undefined
  /** Checks of a host's own, by the name of the family that they are of. */
  readonly familyChecks?: FamilyChecks | undefined
  /** Only the checks of these laws. Default: all. */
  readonly laws?: ReadonlyArray<Law> | undefined
  /** How many checks are made at a time. Default: 4. */
  readonly concurrency?: number | undefined
  /** Whether to begin no further check once a law is seen broken. Default: false. */
  readonly bail?: boolean | undefined
}

/** A check with its outcome, and how long it took. */
export interface Verdict {
  readonly law: Law
  /** The family that was checked; undefined for the server as a whole. */
  readonly family: string | undefined
  readonly title: string
  /** The requirements that the check looks at. */
  readonly covers: ReadonlyArray<Requirement>
  readonly outcome: Outcome
  readonly seconds: number
}

/** A kind whose example the server's own validation rejected, and how many checks that leaves out. */
export interface Rejected extends Refused {
  readonly checks: number
}

/** The result of a run. */
export interface Report {
  readonly url: string
  readonly seed: number
  readonly verdicts: ReadonlyArray<Verdict>
  /** Which requirements were looked at and held, and why the others were not. */
  readonly coverage: ReadonlyArray<Coverage>
  /** How much of each law that is. */
  readonly shares: ReadonlyArray<Share>
  /** How many operations were called. */
  readonly calls: number
  /** How often what may go wrong by chance was tried. */
  readonly tries: Tries
  /** Why no law could be checked; the address or a credential is wrong, say. */
  readonly obstacle?: Obstacle
  /** The kinds of which nothing could be created, as the server's own validation rejects the example: no law is broken by it. */
  readonly rejected: ReadonlyArray<Rejected>
  /**
   * Whether every law that was checked holds; false where none could be, where a check could not be decided, and where the
   * example of a kind was rejected.
   */
  readonly holds: boolean
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

/** The kinds that were refused and are asked for, with how many checks each leaves out. */
const rejectedOf = (refused: ReadonlyArray<Refused>, verdicts: ReadonlyArray<Verdict>): ReadonlyArray<Rejected> =>
  refused
    .map((one) => {
      const isLeftOut = ({ outcome }: Verdict) => outcome.status === "not checked" && outcome.why === whyOf(one.kind)
      return { ...one, checks: verdicts.filter(isLeftOut).length }
    })
    .filter(({ checks }) => checks > 0)

/**
 * Holds a server to the laws, some checks at a time, once the address and the credentials are right. Never throws for
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
  { families = viewFamilies, familyChecks, laws, concurrency = 4, bail = false, ...options }: Options = {},
  onVerdict: (verdict: Verdict) => void = () => {}
): Promise<Report> => {
  const { url } = target
  const served = servedOf(families)
  const runner = makeRunner(served, target, options)
  const { seed } = runner
  const obstacle = await preflight(target, families, options)
  if (obstacle !== undefined) {
    const nothing = { verdicts: [], coverage: [], shares: [], calls: 0, tries: runner.tries(), rejected: [] }
    return { url, seed, ...nothing, obstacle, holds: false }
  }
  let isOver = false
  const decide = async (one: Check): Promise<Verdict> => {
    const started = performance.now()
    const outcome = await runner.run(one)
    const seconds = (performance.now() - started) / 1000
    const { law, family, title, covers } = one
    const verdict: Verdict = { law, family, title, covers, outcome, seconds }
    onVerdict(verdict)
    isOver ||= bail && outcome.status === "broken"
    return verdict
  }
  const checks = checksOf(served, { laws, familyChecks })
  const [before, last] = [checks.filter((one) => !one.last), checks.filter((one) => one.last)]
  const refused = await runner.prepare()
  const verdicts: Array<Verdict> = []
  try {
    verdicts.push(...(await atATime(before, concurrency, decide, () => isOver)))
    verdicts.push(...(await atATime(last, concurrency, decide, () => isOver)))
  } finally {
    await runner.clear()
  }
  const rejected = rejectedOf(refused, verdicts)
  const holds =
    rejected.length === 0 &&
    verdicts.every(({ outcome }) => outcome.status === "held" || outcome.status === "not checked")
  const coverage = coverageOf(verdicts, runner.metRetryAfter(), isToldOf(served))
  const shares = sharesOf(coverage, verdicts)
  return { url, seed, verdicts, coverage, shares, calls: runner.calls(), tries: runner.tries(), rejected, holds }
}
