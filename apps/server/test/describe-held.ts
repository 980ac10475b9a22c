import { type Options, type Report, renderVerdict, runConformance } from "@agent-operations/conformance"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { families, type WholeTarget } from "./conformance-targets.ts"
import { notChecked } from "./not-checked.ts"

/** Why a quick run leaves out the checks that make the most calls. */
const isOfQuick = (why: string) => why === "a quick run leaves it out"

/** The checks that were not made, each with why; those that a quick run leaves out are no loss. */
const leftOutOf = ({ verdicts }: Report) =>
  verdicts.flatMap(({ title, outcome }) =>
    outcome.status === "not checked" && !isOfQuick(outcome.why) ? [[title, outcome.why] as const] : []
  )

/** Those that are listed: all, or of some laws those that were asked for and not left out for their length. */
const listedFor = ({ verdicts }: Report, { laws, quick }: Options) => {
  const entries = Object.entries(notChecked)
  if (laws === undefined && quick !== true) return entries
  const isAskedFor = new Map(
    verdicts.map(({ title, outcome }) => [title, !(outcome.status === "not checked" && isOfQuick(outcome.why))])
  )
  return entries.filter(([title]) => isAskedFor.get(title) === true)
}

interface HeldOptions extends Options {
  /** Checks that may be made or not, each with why not. */
  readonly byChance?: Readonly<Record<string, string>>
}

/** Declares that a server of all its families keeps laws, and that no check of them is left out but for a listed reason. */
export const describeHeld = (
  name: string,
  start: () => Promise<WholeTarget>,
  { byChance = {}, ...options }: HeldOptions = {},
  onReport: (report: Report, seconds: number) => void = () => {}
): void =>
  void describe(`${name}, over all its families`, () => {
    let target: WholeTarget
    let report: Report
    beforeAll(async () => {
      target = await start()
      // clock: how long it took a long run keeps for its page, and asserts nothing of
      const begun = performance.now()
      report = await runConformance(target, { timeoutMillis: 120_000, ...options, families })
      // clock: the same
      onReport(report, (performance.now() - begun) / 1000)
    }, 3_600_000)
    afterAll(() => target?.close?.())

    it(`${options.laws?.join(", ") ?? "every law"}: no check sees one broken`, () => {
      assert.strictEqual(report.obstacle, undefined)
      const wrong = report.verdicts.filter(({ outcome }) => !["held", "not checked"].includes(outcome.status))
      const told = wrong.length === 0 ? [] : [...wrong.map(renderVerdict), target.logged().slice(-20_000)]
      assert.strictEqual(told.join("\n"), "", `seed ${report.seed}`)
      assert.isTrue(report.holds)
    })

    it("no check is left out but those that are listed, each for its reason", () => {
      const leftOut = leftOutOf(report).filter(([title, why]) => byChance[title] !== why)
      assert.deepStrictEqual(Object.fromEntries(leftOut), Object.fromEntries(listedFor(report, options)))
    })
  })
