import { assert, describe, it } from "vitest"
import type { ContentVisit } from "../src/context.ts"
import { capital, clip, counted, plain } from "../src/content/words.ts"
import { duration } from "../src/duration.ts"
import type { Comparison, Run, ScorerComparison, Statistics, Target } from "../src/evaluations/port.ts"
import { statisticsTable } from "../src/evaluations/statistics.ts"
import {
  endedOf,
  goesOn,
  interval,
  money,
  percent,
  runBadge,
  scoreOf,
  signed,
  targetBadge
} from "../src/evaluations/values.ts"
import { changeOf, changes, verdictsTable } from "../src/evaluations/verdicts.ts"
import { type Html, time } from "../src/html/html.ts"
import { end, lastUse } from "../src/keys/words.ts"
import { figuresTable } from "../src/reviews/figures.ts"
import type { Session, Statistics as ReviewStatistics } from "../src/reviews/port.ts"
import { instant, second } from "../src/traces/values.ts"
import { daysOf } from "../src/usage/range.ts"
import { textOf } from "./text.ts"

/** The cells of a table, row by row. */
const rowsOf = (markup: Html): ReadonlyArray<ReadonlyArray<string>> =>
  [...String(markup).matchAll(/<tr[^>]*>([^]*?)<\/tr\s*>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]\s*>/g)].map(([, cell = ""]) => textOf(cell))
  )
const badgeOf = (markup: Html | string) => /class="badge (\w+)"/.exec(String(markup))?.[1]

describe("figures of evaluations", () => {
  it("are amounts, shares, signs and intervals in words", () => {
    assert.deepStrictEqual([0, 1500, 12_500_000, 1, 1_234_567_891].map(money), [
      "0.00",
      "0.0015",
      "12.50",
      "0.000001",
      "1,234.567891"
    ])
    assert.deepStrictEqual([0, 0.9305, 0.00049, 1].map(percent), ["0 %", "93.1 %", "0 %", "100 %"])
    assert.deepStrictEqual([0, 0.5, -0.25, 0.123_456].map(signed), ["0", "+0.5", "−0.25", "+0.1235"])
    assert.deepStrictEqual([interval([0.123_456, 1]), interval([-0.5, 0.5], signed), interval(null)].map(textOf), [
      "(0.1235 to 1)",
      "(−0.5 to +0.5)",
      ""
    ])
  })

  it("are badges of each status, which say how it went", () => {
    const runs = { queued: "neutral", running: "accent", paused: "warning", cancelling: "warning" } as const
    const ended = { cancelled: "neutral", completed: "good", failed: "bad" } as const
    const ofRuns = Object.entries({ ...runs, ...ended }) as Array<[Run["status"], string]>
    assert.deepStrictEqual(
      ofRuns.map(([status]) => [textOf(runBadge({ status })), badgeOf(runBadge({ status }))]),
      ofRuns
    )
    assert.deepStrictEqual(
      ofRuns.flatMap(([status]) => (goesOn({ status }) ? [status] : [])),
      ["queued", "running", "cancelling"]
    )
    const ofTargets = Object.entries({
      ...{ queued: "neutral", invoking: "accent", scoring: "accent" },
      ...{ succeeded: "good", failed: "bad", cancelled: "neutral" }
    }) as Array<[Target["status"], string]>
    assert.deepStrictEqual(
      ofTargets.map(([status]) => [textOf(targetBadge({ status })), badgeOf(targetBadge({ status }))]),
      ofTargets
    )
    const counts = { total: 31, queued: 1, invoking: 2, scoring: 3, succeeded: 5, failed: 7, cancelled: 13, carried: 9 }
    assert.strictEqual(endedOf({ counts }), 25)
  })

  it("of a score are its value, its label and whether it passes, and a missing one is no zero", () => {
    const score = { status: "scored", value: 0.5, label: null, passed: null } as const
    const said: ReadonlyArray<unknown> = [
      score,
      { ...score, passed: true },
      { ...score, passed: false, value: 0 },
      { ...score, label: "Kind", passed: true },
      { ...score, status: "failed" },
      { ...score, status: "unscored", value: null }
    ]
    assert.deepStrictEqual(
      said.map((one) => textOf(scoreOf(one as Parameters<typeof scoreOf>[0]))),
      ["0.5", "0.5 passed", "0 not passed", "Kind 0.5 passed", "failed", "unscored"]
    )
  })

  it("of a run are a row for each scorer, with what is not there as such", () => {
    const figures: unknown = {
      ...{ items: 1234, scored: 1200, unscored: 30, failed: 4, mean: 0.512_34, ci95: [0.5, 0.525], stdDev: 0.1 },
      ...{ passRate: 0.75, passAll: 0.5, small: false },
      passAtK: [
        { k: 1, value: 0.5 },
        { k: 2, value: 0.75 }
      ]
    }
    const none: unknown = {
      ...{ items: 0, scored: 0, unscored: 0, failed: 0, mean: null, ci95: null, stdDev: null },
      ...{ passRate: null, passAll: null, passAtK: [{ k: 1, value: 1 }], small: true }
    }
    const run = (statistics: object) => ({ pins: { scorers: {} }, statistics }) as Run
    const shown = statisticsTable({} as ContentVisit, run({ exact: figures as Statistics, none: none as Statistics }))
    assert.deepStrictEqual(rowsOf(shown), [
      ["Scorer", "Items", "Scored", "Mean (95 %)", "Deviation", "Passed", "Passed each time", "Passed in one of"],
      [
        "exact",
        "1,234",
        "1,200 30 unscored 4 failed",
        "0.5123 (0.5 to 0.525)",
        "0.1",
        "75 %",
        "50 %",
        "1: 50 % 2: 75 %"
      ],
      ["none", "0", "0", "none", "none", "none", "none", "none"]
    ])
    const isRough = (statistics: object) =>
      textOf(statisticsTable({} as ContentVisit, run(statistics))).includes("the interval is a rough one")
    assert.deepStrictEqual([isRough({ figures }), isRough({ figures, none })], [false, true])
    assert.strictEqual(textOf(statisticsTable({} as ContentVisit, run({}))), "The run has no scorers.")
  })

  const given: unknown = {
    ...{ verdict: "worse", difference: -0.25, ci95: [-0.5, -0.1], p: 0.012_34, mcnemar: null, pairs: 1040 },
    ...{ improved: 10, regressed: 30, unchanged: 1000, changed: 0, onlyInBase: 0, onlyInOther: 0, unscored: 0 },
    small: false
  }
  const compared = given as ScorerComparison
  const comparison = (scorers: Comparison["scorers"]) => verdictsTable({ scorers } as Comparison)

  it("of a comparison are what each scorer says, with the columns that one of them has something in", () => {
    const head = ["Scorer", "Verdict", "Difference (95 %)", "p"]
    const counts = ["Pairs", "Better", "Worse", "Unchanged"]
    assert.deepStrictEqual(rowsOf(comparison({ exact: compared })), [
      [...head, ...counts],
      ["exact", "worse", "−0.25 (−0.5 to −0.1)", "0.0123", "1,040", "10", "30", "1,000"]
    ])
    const others = { changed: 1, onlyInBase: 2, onlyInOther: 3, unscored: 4 }
    const better: ScorerComparison = { ...compared, verdict: "better", difference: 0.5, ci95: null, p: 0.00009 }
    const noEvidence: ScorerComparison = { ...compared, verdict: "no_evidence", difference: null, p: null }
    assert.deepStrictEqual(
      rowsOf(comparison({ a: { ...better, mcnemar: 0.5, ...others }, b: { ...noEvidence, onlyInBase: 5 } })),
      [
        [...head, "p (McNemar)", ...counts, "Left out"],
        [
          ...["a", "better", "+0.5", "< 0.0001", "0.5", "1,040", "10", "30", "1,000"],
          "1 changed, 2 only in the base, 3 only in the run, 4 unscored"
        ],
        ["b", "no evidence", "none", "none", "none", "1,040", "10", "30", "1,000", "5 only in the base"]
      ]
    )
    const roles = (["better", "worse", "no_evidence"] as const).map((verdict) =>
      badgeOf(comparison({ a: { ...compared, verdict } }))
    )
    assert.deepStrictEqual(roles, ["good", "bad", "neutral"])
    const isRough = (...small: ReadonlyArray<boolean>) =>
      textOf(comparison(Object.fromEntries(small.map((one, n) => [`s${n}`, { ...compared, small: one }])))).includes(
        "There are fewer than 30 pairs"
      )
    assert.deepStrictEqual([isRough(false), isRough(false, true)], [false, true])
  })

  it("of an item are what became of it, from the base to the run", () => {
    const said = Object.keys(changes) as ReadonlyArray<keyof typeof changes>
    const drawn = said.map((change) => changeOf({ change, base: 0.25, other: null }))
    assert.deepStrictEqual(
      drawn.map((one, n) => [said[n], badgeOf(one), textOf(one)]),
      [
        ["improved", "good", "better 0.25 → to none"],
        ["regressed", "bad", "worse 0.25 → to none"],
        ["unchanged", "neutral", "unchanged 0.25 → to none"],
        ["changed", "warning", "item changed 0.25 → to none"],
        ["onlyInBase", "neutral", "only in the base 0.25 → to none"],
        ["onlyInOther", "neutral", "only in the run 0.25 → to none"],
        ["unscored", "neutral", "unscored 0.25 → to none"]
      ]
    )
  })
})

describe("figures of reviews", () => {
  it("are a row for each question, and hidden while the session is blind", () => {
    const session: unknown = { rubric: { helpful: { question: "Does it help?" }, tone: { question: "How?" } } }
    const statistics: unknown = {
      helpful: { answers: 12, mean: 0.75, ci95: [0.5, 1], passRate: 0.5, labels: null, alpha: 0.25 },
      tone: { answers: 0, mean: null, ci95: null, passRate: null, labels: { Kind: 3, Cold: 1 }, alpha: null }
    }
    assert.deepStrictEqual(rowsOf(figuresTable(session as Session, statistics as ReviewStatistics)), [
      ["Question", "Answers", "Mean (95 %)", "Passed", "Labels", "Agreement (α)"],
      ["Does it help?", "12", "0.75 (0.5 to 1)", "50 %", "none", "0.25"],
      ["How?", "0", "none", "none", "Kind 3 Cold 1", "none"]
    ])
    assert.strictEqual(
      textOf(figuresTable(session as Session, null)),
      "The session is blind: its figures are shown when it is closed."
    )
  })
})

describe("times", () => {
  it("are in UTC, to the minute, the second or the millisecond, with the exact one beside", () => {
    const iso = "2014-12-31T23:59:58.765Z"
    assert.deepStrictEqual([time(iso), second(iso), instant(iso), instant("2014-01-02T03:04:05Z")].map(textOf), [
      "31 Dec 2014, 23:59 UTC",
      "31 Dec 2014, 23:59:58 UTC",
      "31 Dec 2014, 23:59:58.765 UTC",
      "2 Jan 2014, 03:04:05.000 UTC"
    ])
    for (const drawn of [time(iso), second(iso), instant(iso)]) assert.include(String(drawn), `datetime="${iso}"`)
  })

  it("that are waited for are in minutes, or in hours where there are many", () => {
    assert.deepStrictEqual([1, 60, 61, 90 * 60, 90 * 60 + 1, 7200, 7201].map(duration), [
      ...["a minute", "a minute", "2 minutes", "90 minutes", "2 hours", "2 hours", "3 hours"]
    ])
  })

  it("of usage are whole days in UTC, today the last", () => {
    const now = Date.parse("2014-03-01T00:00:00.000Z")
    for (const at of [now, now + 86_399_999]) {
      const { from, to, days } = daysOf("7d", at)
      assert.deepStrictEqual([from, to], ["2014-02-23T00:00:00.000Z", "2014-03-02T00:00:00.000Z"])
      assert.deepStrictEqual([days.length, days[0], days.at(-1)], [7, "2014-02-23", "2014-03-01"])
    }
    assert.deepStrictEqual(
      ["7d", "30d", "90d", "other"].map((range) => daysOf(range, now).days.length),
      [7, 30, 90, 30]
    )
  })
})

describe("an API key", () => {
  type Key = Parameters<typeof end>[0]
  const key = { revokedAt: null, expiresAt: null, replacedBy: null, lastUsedAt: null, lastUsedFrom: null } as Key
  const [one, other] = ["2014-01-02T03:04:00.000Z", "2014-05-06T07:08:00.000Z"]

  it("says when it ends or ended, and why", () => {
    const ends: ReadonlyArray<readonly [Partial<Key>, works: boolean, string]> = [
      [{}, true, "Never"],
      [{ expiresAt: one }, true, "2 Jan 2014, 03:04 UTC"],
      [{ expiresAt: one, replacedBy: "k" }, true, "2 Jan 2014, 03:04 UTC replaced"],
      [{ expiresAt: one }, false, "Expired 2 Jan 2014, 03:04 UTC"],
      [{ expiresAt: one, replacedBy: "k" }, false, "Replaced 2 Jan 2014, 03:04 UTC"],
      [{ expiresAt: one, revokedAt: other }, false, "Revoked 6 May 2014, 07:08 UTC"],
      [{ expiresAt: one, revokedAt: other, replacedBy: "k" }, false, "Replaced 6 May 2014, 07:08 UTC"]
    ]
    assert.deepStrictEqual(
      ends.map(([more, works]) => textOf(end({ ...key, ...more }, works))),
      ends.map(([, , said]) => said)
    )
  })

  it("says when it was last used, from where and by what, as far as that is known", () => {
    const used = (lastUsedFrom: object | null) => textOf(lastUse({ ...key, lastUsedAt: one, lastUsedFrom } as Key))
    const at = "2 Jan 2014, 03:04 UTC"
    assert.deepStrictEqual(
      [
        textOf(lastUse(key)),
        used(null),
        used({ address: "192.0.2.1", program: null }),
        used({ address: null, program: "curl" }),
        used({ address: "192.0.2.1", program: "curl" })
      ],
      ["Never used", at, `${at} from 192.0.2.1`, `${at} by curl`, `${at} from 192.0.2.1 by curl`]
    )
  })
})

it("words are counted, clipped by letters, and in running text", () => {
  assert.deepStrictEqual(
    [0, 1, 2].map((n) => counted(n, "line")),
    ["0 lines", "1 line", "2 lines"]
  )
  assert.deepStrictEqual(
    [plain("evaluation_run_case"), capital("page view"), capital("")],
    [...["evaluation run case", "Page view", ""]]
  )
  assert.deepStrictEqual(
    [clip("abcd", 4), clip("abcde", 4), clip("😀😀😀😀", 4), clip("😀😀😀😀😀", 4)],
    [...["abcd", "abc…", "😀😀😀😀", "😀😀😀…"]]
  )
})
