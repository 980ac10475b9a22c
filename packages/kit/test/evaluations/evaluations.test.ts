import { isAgentError } from "@agent-operations/error-envelope"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases } from "../front-door.ts"
import { type Host, startHost } from "./host.ts"

type Calls = ReturnType<Host["as"]>

const codeOf = async (call: Promise<unknown>) => {
  try {
    await call
    return "done"
  } catch (error) {
    assert.isTrue(isAgentError(error), String(error))
    return (error as { _tag: string })._tag
  }
}

const capitals = { France: "Paris", Japan: "Tokyo", Peru: "Lima", Kenya: "Nairobi", Cuba: "Havana" }

/** A project with a dataset, two apps of which one is better, and a scorer. */
const prepare = async (calls: Calls) => {
  const { id: dataset } = await calls.datasets.create({ name: "Capitals", source: { type: "items" }, settings: {} })
  const items = Object.entries(capitals).map(([country, expected]) => ({ externalId: country, input: country, expected }))
  await calls.datasets.put({ datasetId: dataset, items })
  const app = (name: string, behaviour: "capitals" | "some_capitals" | "failing" | "flaky") =>
    calls.apps.create({ name, source: { type: "sample", behaviour }, settings: {} })
  const [{ id: better }, { id: worse }] = [await app("Better", "capitals"), await app("Worse", "some_capitals")]
  const { id: scorer } = await calls.scorers.create({
    name: "Exact",
    source: { type: "code", language: "javascript", code: "export default ({ output, expected }) => output === expected" },
    settings: { output: { type: "boolean" } }
  })
  return { dataset, better, worse, scorer, app }
}

const ended = async (calls: Calls, id: string) => {
  for (let n = 0; n < 400; n++) {
    const { run } = await calls.evaluations.get({ id })
    if (run.endedAt !== null) return run
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return assert.fail("The run did not end.")
}

describe.each(databases)("evaluations on $name", (sort) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(sort)
  }, 60_000)
  afterAll(() => host.close())

  it("runs an app over a dataset, scores it, and tells which of two is better", async () => {
    const calls = host.as("prj_walk")
    const { dataset, better, worse, scorer } = await prepare(calls)
    const asked = { dataset: { id: dataset }, scorers: { exact: { id: scorer } }, repetitions: 2 }
    const base = await calls.evaluations.create({ ...asked, requestKey: "1", name: "Worse", app: { id: worse } })
    const other = await calls.evaluations.create({ ...asked, requestKey: "2", name: "Better", app: { id: better } })
    const [was, is] = [await ended(calls, base.id), await ended(calls, other.id)]
    assert.strictEqual(is.status, "completed")
    assert.deepInclude(is.counts, { total: 10, succeeded: 10, queued: 0 })
    assert.strictEqual(is.statistics["exact"]!.mean, 1)
    console.log(JSON.stringify(is), JSON.stringify(was.statistics))
    const compared = await calls.evaluations.compare({ baseId: base.id, id: other.id })
    console.log(JSON.stringify(compared))
    const { items } = await calls.evaluations.get({ id: other.id, limit: 1 })
    console.log(JSON.stringify(await calls.evaluations.target({ id: items[0]!.id })))
    console.log(JSON.stringify(await calls.evaluations.invoke({ requestKey: "3", id: better, input: "Peru", expected: "Lima", scorers: { exact: { id: scorer } } })))
    console.log(await codeOf(calls.evaluations.cancel({ id: base.id })))
    console.log(JSON.stringify(await calls.evaluations.usage({ from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z", groupBy: "day" })))
  })
})
