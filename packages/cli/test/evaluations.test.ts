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
import type { Run } from "../src/evaluate/model.ts"
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

it("shows how far a run is", () => {
  assert.strictEqual(progressLine(running), "[############............] 4/8, 1 failed, paused (budget)")
  assert.strictEqual(progressLine({ ...running, counts: { total: 0 } }).slice(0, 26), `[${"#".repeat(24)}]`)
})

it("writes XML that holds any text", () => {
  const target = { id: "evt_1", itemId: "di_1", repetition: 1, errorCode: null, durationMs: 5, scores: {} }
  const xml = junit(running, [{ ...target, externalId: "]]>&\u0007", status: "cancelled" }])
  assert.include(xml, 'name="a &quot;b&quot; &lt;c&gt;\ufffd"')
  assert.include(xml, 'name="]]&gt;&amp;\ufffd #1"')
  assert.include(xml, 'skipped="1"')
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
