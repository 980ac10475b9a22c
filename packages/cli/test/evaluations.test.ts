import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { apps, datasets, evaluations, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { familiesOf } from "@agent-operations/contract"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { progressLine } from "../src/evaluate/follow.ts"
import { junit } from "../src/evaluate/junit.ts"
import type { Compared, Figures, Run } from "../src/evaluate/model.ts"
import { markdown, summaryText } from "../src/evaluate/summary.ts"
import { serve } from "./served.ts"

const recorded = traces()
const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
const modules = [
  ...[recorded, prompts(recorded), over.datasets, over.scorers, over.apps],
  evaluations(over, { worker: { isAlone: true } })
]
const { cli, close, directory } = await serve(modules)
afterAll(close)

const command = (...args: ReadonlyArray<string>) => cli([...args], { families: familiesOf(modules) })
const made = async (...args: ReadonlyArray<string>) => {
  const { exit, out, error } = await command(...args, "--json")
  assert.strictEqual(exit, 0, error)
  return (JSON.parse(out) as { readonly id: string }).id
}

// The worse app knows none whose name is of 3, 6 or 9 letters: four of these eight.
const capitals = {
  ...{ Argentina: "Buenos Aires", Australia: "Canberra", Brazil: "Brasília", Canada: "Ottawa" },
  ...{ Austria: "Vienna", Chile: "Santiago", Denmark: "Copenhagen", Egypt: "Cairo" }
}

describe("evaluations run", { shuffle: false }, () => {
  let plan: ReadonlyArray<string>
  const appOf: Record<string, string> = {}

  beforeAll(async () => {
    const dataset = await made(
      "datasets",
      "create",
      "--name",
      "Capitals",
      "--source",
      '{"type":"items"}',
      "--settings",
      "{}"
    )
    const items = Object.entries(capitals).map(([input, expected]) => ({ externalId: input, input, expected }))
    const put = await command("datasets", "put", "--dataset-id", dataset, "--items", JSON.stringify(items))
    assert.strictEqual(put.exit, 0, put.error)
    for (const behaviour of ["capitals", "some_capitals"]) {
      const source = JSON.stringify({ type: "sample", behaviour })
      appOf[behaviour] = await made("apps", "create", "--name", behaviour, "--source", source, "--settings", "{}")
    }
    const settings = JSON.stringify({ output: { type: "boolean" } })
    const source = '{"type":"builtin","name":"exact"}'
    const scorer = await made("scorers", "create", "--name", "Exact", "--source", source, "--settings", settings)
    const [of, by] = [JSON.stringify({ id: dataset }), JSON.stringify({ exact: { id: scorer } })]
    plan = ["evaluations", "run", "--interval", "0.1", "--dataset", of, "--scorers", by]
  })

  const runIn = (series: string, behaviour: string, ...more: ReadonlyArray<string>) => {
    const app = JSON.stringify({ id: appOf[behaviour] })
    return command(...plan, "--series", series, "--name", behaviour, "--app", app, ...more)
  }
  const run = (behaviour: string, ...more: ReadonlyArray<string>) => runIn("capitals", behaviour, ...more)

  it("ends with 10 where a scorer is worse than in the run of the series before, and tells services of CI", async () => {
    const first = await run("capitals", "--request-key", "1", "--fail-on", "worse")
    assert.strictEqual(first.exit, 0, first.error)
    assert.match(first.out, /^completed: 8 of 8 targets succeeded, 0 failed\.\nexact: 1 \(.*\), 100 % passed\n$/)
    const asked = ["--repetitions", "2", "--junit", "j.xml", "--summary", "s.md"]
    const second = await run("some_capitals", ...asked, "--fail-on", "worse")
    assert.strictEqual(second.exit, 10)
    assert.include(second.error, "by exact.")
    const twice = ["--repetitions", "2"]
    assert.deepStrictEqual(
      [(await run("some_capitals", ...twice)).exit, (await run("some_capitals", "--fail-on", "failed", ...twice)).exit],
      [0, 0]
    )
    assert.include(second.out, "-0.5 to the base (0 improved, 4 regressed): worse")
    assert.include(readFileSync(join(directory, "s.md"), "utf8"), "| worse |")
    const written = readFileSync(join(directory, "j.xml"), "utf8")
    assert.match(written, /<testsuite name="some_capitals" tests="16" failures="8" skipped="0">/)
    assert.include(written, '<testcase classname="some_capitals" name="Canada #2"')
  })

  it("finds the run again by its request key, and tells it as JSON", async () => {
    const [first, again] = [
      await run("capitals", "--request-key", "same", "--json"),
      await run("capitals", "--request-key", "same", "--json")
    ]
    const [one, other] = [first, again].map(({ out }) => (JSON.parse(out) as { readonly run: Run }).run)
    assert.strictEqual(one!.id, other!.id)
    assert.strictEqual((await run("some_capitals", "--request-key", "same")).exit, 5)
  })

  it("ends with 10 where targets failed, if it is told to", async () => {
    const source = '{"type":"sample","behaviour":"failing"}'
    appOf["failing"] = await made("apps", "create", "--name", "failing", "--source", source, "--settings", "{}")
    assert.strictEqual((await run("failing")).exit, 0)
    const { exit, error } = await run("failing", "--fail-on", "either")
    assert.strictEqual(exit, 10)
    assert.include(error, "8 targets failed.")
    // What the hint says lists them.
    const [, get = ""] = /agent-operations (.+) lists what failed/.exec(error) ?? []
    const listed = await command(...get.split(" "), "--json")
    assert.strictEqual(listed.exit, 0, listed.error)
    const { items } = JSON.parse(listed.out) as { readonly items: ReadonlyArray<{ readonly status: string }> }
    assert.deepStrictEqual(
      items.map(({ status }) => status),
      Array.from({ length: 8 }, () => "failed")
    )
    assert.strictEqual((await run("failing", "--stop-after", '{"failed":1}')).exit, 10)
  })

  it("compares a job that runs again with the run before its own, however many came after", async () => {
    const job = (behaviour: string, key: string) =>
      runIn("builds", behaviour, "--request-key", key, "--fail-on", "worse", "--json")
    const idOf = ({ out }: { readonly out: string }) => (JSON.parse(out) as { readonly run: Run }).run.id
    const first = await job("capitals", "build 1")
    assert.strictEqual(first.exit, 0, first.error)
    const worse = await job("some_capitals", "build 2")
    const later = await Promise.all(Array.from({ length: 22 }, (_, n) => job("capitals", `build ${n + 3}`)))
    for (const { exit, error } of later) assert.strictEqual(exit, 0, error)
    const again = await job("some_capitals", "build 2")
    assert.deepStrictEqual([worse.exit, again.exit], [10, 10])
    assert.include(again.error, `It is worse than ${idOf(first)} by exact.`)
    assert.deepStrictEqual(JSON.parse(again.out), JSON.parse(worse.out))
    // There is none before the first.
    assert.strictEqual((await job("capitals", "build 1")).exit, 0)
  })

  it("compares with the newest run that completed, and not with one that was stopped since", async () => {
    const first = await runIn("stopped", "capitals", "--json")
    const stopped = await runIn("stopped", "failing", "--stop-after", '{"failed":1}')
    assert.deepStrictEqual([first.exit, stopped.exit], [0, 10])
    const worse = await runIn("stopped", "some_capitals", "--fail-on", "worse")
    assert.strictEqual(worse.exit, 10)
    const { run: base } = JSON.parse(first.out) as { readonly run: Run }
    assert.include(worse.error, `It is worse than ${base.id} by exact.`)
  })

  it("ends with 10 where nothing can be compared with the run before it, if it is told to fail on worse", async () => {
    await runIn("nothing", "failing")
    const blind = await runIn("nothing", "capitals", "--fail-on", "worse")
    assert.strictEqual(blind.exit, 10)
    assert.match(blind.error, /Nothing could be compared with evr_\w+: no item/)
    assert.strictEqual((await runIn("nothing", "capitals", "--fail-on", "failed")).exit, 0)
  })
})

const running: Run = {
  ...{
    id: "evr_1",
    name: 'a "b" <c>\u0000',
    series: null,
    status: "paused",
    reason: "budget",
    endedAt: null,
    baseRunId: null
  },
  counts: { total: 8, succeeded: 3, failed: 1, queued: 4 },
  usage: { spentMicros: 0 },
  statistics: {}
}

it("shows how far a run is: what ended of all, what failed, and why it does not go on", () => {
  const shown = (more: Partial<Run>) => progressLine({ ...running, reason: null, ...more })
  assert.strictEqual(progressLine(running), "[############............] 4/8, 1 failed, paused (budget)")
  assert.strictEqual(progressLine({ ...running, counts: { total: 0 } }).slice(0, 26), `[${"#".repeat(24)}]`)
  const counts = { total: 7, succeeded: 1, failed: 0, cancelled: 2, running: 1, queued: 3 }
  assert.strictEqual(shown({ status: "running", counts }), "[##########..............] 3/7")
  const done = { total: 7, succeeded: 6, failed: 1 }
  assert.strictEqual(shown({ status: "completed", counts: done }), `[${"#".repeat(24)}] 7/7, 1 failed, completed`)
})

describe("what came of a run", () => {
  const figures = (more: Partial<Figures>): Figures => ({
    ...{ mean: 0.123456, ci95: [0.1, 0.23456], passRate: 0.66666, scored: 9, failed: 2 },
    ...more
  })
  const ended: Run = {
    ...{ ...running, name: "a | b\n*c*", status: "completed", reason: null, series: "s" },
    counts: { total: 12, succeeded: 9, failed: 3 },
    statistics: {
      exact: figures({}),
      none: figures({ mean: null, ci95: null, passRate: null, failed: 0 }),
      large: figures({ mean: 123456, ci95: [-1, 2e-7], passRate: 1 })
    }
  }
  const same = { pairs: 4, difference: null, ci95: null, verdict: "no_evidence", improved: 0, regressed: 0 } as const
  const compared: Compared = {
    baseId: "evr_0",
    scorers: {
      exact: { ...same, difference: -0.5, ci95: [-0.75, -0.25], verdict: "worse", improved: 1, regressed: 3 },
      none: same,
      large: { ...same, difference: 2, ci95: [1, 3], verdict: "better", improved: 2 }
    }
  }

  it("is told in words: of each scorer its mean, interval and share, and how it compares", () => {
    assert.strictEqual(
      summaryText(ended, undefined),
      "completed: 9 of 12 targets succeeded, 3 failed.\n" +
        "exact: 0.1235 (0.1 to 0.2346), 66.67 % passed\n" +
        "none: – (–), – passed\n" +
        "large: 123500 (-1 to 2e-7), 100 % passed\n"
    )
    assert.strictEqual(
      summaryText({ ...ended, status: "failed", reason: "stop_after" }, compared),
      "failed (stop_after): 9 of 12 targets succeeded, 3 failed.\n" +
        "exact: 0.1235 (0.1 to 0.2346), 66.67 % passed; -0.5 to the base (1 improved, 3 regressed): worse\n" +
        "none: – (–), – passed; – to the base (0 improved, 0 regressed): no evidence\n" +
        "large: 123500 (-1 to 2e-7), 100 % passed; 2 to the base (2 improved, 0 regressed): better\n"
    )
  })

  it("is told in Markdown, whose cells are nothing but text", () => {
    const odd = { ...ended, statistics: { "a|`b`_": figures({ failed: 1 }) } }
    assert.strictEqual(
      markdown(odd, undefined),
      "## a \\| b \\*c\\*\n\ncompleted: 9 of 12 targets succeeded, 3 failed.\n\n" +
        "| Scorer | Mean | 95 % | Passed | Failed |\n| --- | --- | --- | --- | --- |\n" +
        "| a\\|\\`b\\`\\_ | 0.1235 | 0.1 to 0.2346 | 66.67 % | 1 |\n\nRun `evr_1`.\n"
    )
    assert.strictEqual(
      markdown(ended, compared).split("\n\n").slice(2).join("\n\n"),
      "| Scorer | Mean | 95 % | Passed | Failed | To the base | Verdict |\n" +
        "| --- | --- | --- | --- | --- | --- | --- |\n" +
        "| exact | 0.1235 | 0.1 to 0.2346 | 66.67 % | 2 | -0.5 (-0.75 to -0.25) | worse |\n" +
        "| none | – | – | – | 0 | – (–) | no evidence |\n" +
        "| large | 123500 | -1 to 2e-7 | 100 % | 2 | 2 (1 to 3) | better |\n\nRun `evr_1`, base `evr_0`.\n"
    )
  })

  it("is told in XML: each target with its seconds, of which failures are those that ended so or do not pass", () => {
    const target = { id: "evt_1", itemId: "di_1", externalId: null, repetition: 1, errorCode: null, durationMs: 1234 }
    const score = (passed: boolean | null, status = "scored") => ({ status, passed })
    const xml = junit({ ...running, name: "Nightly" }, [
      { ...target, status: "succeeded", scores: { exact: score(true) } },
      { ...target, id: "evt_2", externalId: "France\n", status: "succeeded", scores: { exact: score(false) } },
      {
        ...target,
        id: "evt_3",
        repetition: 2,
        status: "failed",
        durationMs: null,
        errorCode: "APP_FAILED",
        scores: {}
      },
      { ...target, id: "evt_4", repetition: 3, status: "cancelled", durationMs: 5, scores: { exact: score(false) } }
    ])
    assert.strictEqual(
      xml,
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="Nightly" tests="4" failures="2" skipped="1">
<testcase classname="Nightly" name="di_1 #1" time="1.234"/>
<testcase classname="Nightly" name="France&#10; #1" time="1.234"><failure message="exact" type="evt_2"/></testcase>
<testcase classname="Nightly" name="di_1 #2" time="0.000"><failure message="APP_FAILED" type="evt_3"/></testcase>
<testcase classname="Nightly" name="di_1 #3" time="0.005"><skipped message="The run ended before it."/></testcase>
</testsuite></testsuites>
`
    )
  })
})

it("writes XML that holds any text", () => {
  const target = { id: "evt_1", itemId: "di_1", repetition: 1, errorCode: null, durationMs: 5, scores: {} }
  const xml = junit(running, [{ ...target, externalId: "]]>&\u0007", status: "cancelled" }])
  assert.include(xml, 'name="a &quot;b&quot; &lt;c&gt;\ufffd"')
  assert.include(xml, 'name="]]&gt;&amp;\ufffd #1"')
  assert.include(xml, 'skipped="1"')
})

it("writes XML without what it cannot have, and with line breaks and tabs as they are", () => {
  const target = { id: "evt_1", itemId: "di_1", repetition: 1, errorCode: null, durationMs: 5, scores: {} }
  const nameOf = (externalId: string) =>
    / name="([^"]*) #1"/.exec(junit({ ...running, name: "" }, [{ ...target, externalId, status: "cancelled" }]))?.[1]
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  const escaped: Readonly<Record<string, string>> = { "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" }
  assert.deepStrictEqual(
    controls.map((text) => nameOf(text)),
    controls.map((text) => escaped[text] ?? "\ufffd")
  )
  assert.strictEqual(nameOf("a\ud83d\ude00\ud83d\ude00z\ud7ff\ue000\ufffd"), "a😀😀z\ud7ff\ue000\ufffd")
  assert.strictEqual(nameOf("\ud800a\udfff\ufffe\uffff\ud83d"), "\ufffda\ufffd\ufffd\ufffd\ufffd")
  assert.strictEqual(nameOf(" ~\u007f\u0080"), " ~\u007f\u0080")
})

it("a target fails in XML by the names of the scores that do not pass, or by its code", () => {
  const target = { id: "evt_1", itemId: "di_1", externalId: null, repetition: 2, durationMs: 1234, errorCode: null }
  const passed = { status: "scored", passed: true }
  const scores = { a: { ...passed, passed: false }, b: passed, c: { status: "failed", passed: null } }
  const failureOf = (more: object) =>
    /<failure message="([^"]*)"/.exec(
      junit(running, [{ ...target, status: "succeeded", scores: {}, ...more } as never])
    )?.[1]
  assert.strictEqual(failureOf({ scores }), "a, c")
  assert.strictEqual(failureOf({ scores: { b: passed, d: { status: "missing", passed: null } } }), undefined)
  assert.strictEqual(failureOf({ status: "failed", errorCode: "APP_FAILED" }), "APP_FAILED")
  assert.strictEqual(failureOf({ status: "failed" }), "failed")
})
