import { waitUntil } from "@agent-operations/testing/wait-until"
import { assert } from "vitest"
import { pagesOf } from "../kit.ts"
import type { Host } from "./host.ts"

export type Calls = ReturnType<Host["as"]>
type App = Parameters<Calls["apps"]["create"]>[0]

export const capitals = { France: "Paris", Egypt: "Cairo", Chile: "Santiago", Canada: "Ottawa", Estonia: "Tallinn" }

export const exact = {
  name: "Exact",
  source: {
    type: "code",
    language: "javascript",
    code: "export default ({ output, expected }) => output === expected"
  },
  settings: { output: { type: "boolean" } }
} as const

let keys = 0
export const newKey = () => `key ${keys++}`

/** A project with a dataset and a scorer. */
export const prepare = async (host: Pick<Host, "as">, project: string) => {
  const calls = host.as(project)
  const { id: dataset } = await calls.datasets.create({ name: "Capitals", source: { type: "items" }, settings: {} })
  const items = Object.entries(capitals).map(([country, expected]) => ({
    externalId: country,
    input: { question: country },
    expected
  }))
  await calls.datasets.put({ datasetId: dataset, items })
  const { id: scorer } = await calls.scorers.create(exact)
  const app = async (source: App["source"], settings: App["settings"] = {}, references: App["references"] = {}) =>
    (await calls.apps.create({ name: `App ${keys++}`, source, settings, references })).id
  const start = (appId: string, more: Partial<Parameters<Calls["evaluations"]["create"]>[0]> = {}) =>
    calls.evaluations.create({
      requestKey: newKey(),
      name: "Run",
      app: { id: appId },
      dataset: { id: dataset },
      scorers: { exact: { id: scorer } },
      ...more
    })
  return { calls, dataset, scorer, app, start }
}

export const ended = (calls: Calls, { id }: { readonly id: string }) =>
  waitUntil(`the end of the run ${id}`, async () => {
    const { run } = await calls.evaluations.get({ id, limit: 1 })
    return run.endedAt === null ? undefined : run
  }).then((run) => run!)

/** All targets of a run, in pages of 3. */
export const targetsOf = async (calls: Calls, id: string) => {
  const pages = await pagesOf((next) => calls.evaluations.get({ id, limit: 3, ...next }))
  for (const { run } of pages) {
    const { total, carried: _, ...states } = run.counts
    assert.strictEqual(
      Object.values(states).reduce((sum, count) => sum + count, 0),
      total
    )
  }
  return pages.flatMap(({ items }) => items)
}
