import { renderSummary, type Report, runConformance, type Verdict, unseen } from "@agent-operations/conformance"
import { customFields } from "@agent-operations/contract"
import { assert, beforeAll, describe, it } from "vitest"
import { everywhere, isOfTraces, type Requirement } from "../src/requirements/index.ts"
import { faults } from "./toy/faults/index.ts"
import { toyServer } from "./toy/server.ts"

/** A server of which one has a key with every scope, and a project, and nothing else. */
const { url, fetch, key, projectId } = toyServer()
const known = { url, fetch, key, projectId }

const few = { families: [customFields], scale: 0.1 }

const isLookedAt = ({ status }: Report["coverage"][number]) => status === "held" || status === "broken"

describe("a quick run", () => {
  let report: Report
  beforeAll(async () => {
    report = await runConformance(toyServer(), { quick: true })
  })

  it("looks at every requirement that a client can see, in at most 10,000 calls", () => {
    const unlooked = report.coverage.filter((one) => !isLookedAt(one)).map(({ requirement }) => requirement)
    // No server that is well asks to come back later.
    assert.deepStrictEqual(unlooked, [
      "E1.retry",
      ...Object.keys(unseen).filter((one) => !isOfTraces(one as keyof typeof unseen))
    ])
    assert.isTrue(report.holds)
    assert.isBelow(report.calls, 10_000)
  })

  it("says what it left out, of which law, and how likely it finds what goes wrong by chance", () => {
    const text = renderSummary(report)
    const left = report.verdicts.filter(({ outcome }) => outcome.status === "not checked" && /quick/.test(outcome.why))
    assert.isAbove(left.length, 20)
    assert.include(text, `${left.length} not checked: a quick run leaves it out`)
    assert.match(text, /\n {2}R2: 3 of 3, by \d+ of \d+ checks\.\n/)
    assert.match(text, /one of 50 races is found with a probability of [56]\d\.\d % \(\d\d tries\)/)
  })
})

describe("a server of which one has only one key and one project", () => {
  let report: Report
  beforeAll(async () => {
    report = await runConformance(known, { quick: true, families: [customFields] })
  })

  it("is held to what that shows, and holds", () => {
    const statuses = new Set(report.verdicts.map(({ outcome }) => outcome.status))
    assert.deepStrictEqual([...statuses].toSorted(), ["held", "not checked"])
    assert.isTrue(report.holds)
  })

  it("is said of what it can't tell, law by law, with the reason", () => {
    const share = new Map(report.shares.map((one) => [one.of, one]))
    assert.deepInclude(share.get("A5"), { requirements: 2, lookedAt: 0, held: 0 })
    assert.deepInclude(share.get("A2"), { lookedAt: 0 })
    assert.deepInclude(share.get("R3"), { requirements: 2, lookedAt: 2, held: 2 })
    const text = renderSummary(report)
    assert.match(
      text,
      /\n {2}A5: 0 of 2, by 0 of 1 checks\. Not A5\.revoked: the target has no makeKey\. Not A5\.processes: /
    )
    assert.match(
      text,
      /\n {2}A3: 0 of 7, by 0 of \d+ checks\. Not A3\.project: the target has no foreign\. Not .*A3\.lists.*the target has no otherProjectId/
    )
    const held = report.coverage.filter(({ status }) => status === "held").length
    assert.include(text, `${held} of ${report.coverage.length} requirements were looked at, and ${held} of them held.`)
  })
})

describe("how much of a law was looked at", () => {
  it("is a part where a check of it was not made, and held is what held alone", async () => {
    const { shares, coverage } = await runConformance(toyServer(faults["clamps a limit"]?.wrong), {
      ...few,
      laws: ["P2"]
    })
    const share = shares.find((one) => one.of === "P2")
    assert.isBelow(share?.held ?? 0, share?.lookedAt ?? 0)
    assert.include(
      coverage.filter(({ status }) => status === "broken").map(({ requirement }) => requirement),
      "P2.range"
    )
    const every = coverage.filter(({ requirement }) => everywhere.includes(requirement as Requirement))
    assert.deepStrictEqual([...new Set(every.map(({ status }) => status))], ["held", "not looked at"])
    assert.deepInclude(
      every.find(({ requirement }) => requirement === "E1.retry"),
      { status: "not looked at", why: "no answer was 429 or 503" }
    )
  })
})

describe("bail", () => {
  it("begins no further check once a law is seen broken, and reports those that it made", async () => {
    const target = toyServer(faults["clamps a limit"]?.wrong)
    const run = async (bail: boolean) => {
      const seen: Array<Verdict> = []
      const options = { ...few, laws: ["P2"], concurrency: 1, bail } as const
      const report = await runConformance(target, options, (verdict) => seen.push(verdict))
      assert.deepStrictEqual(report.verdicts, seen)
      return seen.map(({ outcome }) => outcome.status)
    }
    const [all, some] = [await run(false), await run(true)]
    assert.strictEqual(some.at(-1), "broken")
    assert.strictEqual(some.indexOf("broken"), some.length - 1)
    assert.isBelow(some.length, all.length)
  })
})
