import { describe, expect, it } from "vitest"
import { lawsIn, quotedIn } from "../src/run/laws.ts"
import type { LongRun } from "../src/run/longRuns.ts"
import { longLines, skippedLines, tooSlow } from "../src/run/summary.ts"

// No title begins in this source with a law, which the table of laws would take for a test of it.
const titles = `
R4: of racing updates exactly one wins -> R4
E1, E2 and V6: is answered, whatever R9 says -> E1 E2 V6
P1 to P3: a walk -> P1 P2 P3
A5, RFC 9700 2.1.1: a code is used once -> A5
G1 Nothing is sent by S1 -> G1
R1.no-gap: a server that leaves one out ->
is stale by R3: nothing changes ->`

describe("the laws in a title", () => {
  const cases = [...titles.matchAll(/^(.+) ->(.*)$/gm)].map(([, title = "", laws = ""]) => ({ title, laws }))

  it("are those that it begins with", () => {
    expect(cases).toHaveLength(7)
    for (const { title, laws } of cases)
      expect([title, ...lawsIn(title)]).toEqual([title, ...(laws.match(/\w+/g) ?? [])])
  })

  it("are found in a source, and none in what is no title", () => {
    const [quote, tick] = ['"', "`"]
    const source = `it(${quote}R4: one wins${quote}); laws: [${quote}A1.retry${quote}]; each(${tick}T3, T5: $name${tick})`
    expect(quotedIn(source)).toEqual(new Set(["R4", "T3", "T5"]))
  })
})

describe("the last lines of a run", () => {
  it("tell what was skipped, by its reason, or by a title that has it", () => {
    const skipped = (title: string, note?: string) => ({ title, state: "skipped" as const, note })
    const tests = [
      skipped("a", "no Chromium"),
      skipped("systemd accepts the unit: systemd is not installed here"),
      skipped("b", "no Chromium"),
      { title: "c", state: "passed" as const }
    ]
    expect(skippedLines(tests)).toEqual([
      "Skipped: 3 tests",
      "     2  no Chromium",
      "     1  systemd accepts the unit: systemd is not installed here"
    ])
    expect(skippedLines(tests.slice(3))).toEqual(["Skipped: nothing"])
  })

  it("tell how the long runs ended, which failed, and which have not run", () => {
    const run: LongRun = { date: "2016-11-26", commit: "abc", passed: 9, failed: 0, skipped: 1, seconds: 70 }
    const ran = { "a.long.test.ts": run, "b.long.test.ts": { ...run, date: "2016-11-20", failed: 2 } }
    expect(longLines(["a.long.test.ts", "b.long.test.ts", "c.long.test.ts"], ran)).toEqual([
      "Not in this run: 3 files of long runs (npm run test:long)",
      "  last run from 2016-11-20 to 2016-11-26 at abc: 18 passed, 2 failed, 2 skipped",
      "  failed: b.long.test.ts",
      "  not run yet: c.long.test.ts"
    ])
    expect(longLines(["a.long.test.ts"], ran)[1]).toContain("last run on 2016-11-26 at abc")
    expect(longLines(["c.long.test.ts"], {})).toHaveLength(2)
  })

  it("name files that take over three in 200 CPU seconds of the run without a reason, the slowest first, whatever the load", () => {
    const quick = Object.fromEntries(Array.from({ length: 62 }, (_, at) => [`quick-${at}.test.ts`, 29.9]))
    const seconds = { ...quick, "slow.test.ts": 30.1, "slower.test.ts": 40, "listed.test.ts": 76.1 }
    const reasons = { "listed.test.ts": "It starts twenty servers." }
    expect(tooSlow(seconds, reasons)).toEqual(["    40.0  slower.test.ts", "    30.1  slow.test.ts"])
    const beside = Object.fromEntries(Object.entries(seconds).map(([file, taken]) => [file, taken * 2]))
    expect(tooSlow(beside, reasons)).toEqual(["    80.0  slower.test.ts", "    60.2  slow.test.ts"])
  })
})
