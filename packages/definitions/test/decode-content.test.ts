import type { EncodedRevision } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { decodeContent, withoutExtra } from "../src/index.ts"

const at = new Date(0).toISOString()
const actor = '{"type":"user","id":"u","name":"U"}'

const stored = (settings: unknown): EncodedRevision => ({
  kind: "widget",
  id: "wg_1",
  revision: 2,
  name: "One",
  description: null,
  source: '{"type":"table"}',
  settings: JSON.stringify(settings),
  references: '{"it":{"kind":"gauge","id":"gg_1","revision":null}}',
  origin: '{"type":"created"}',
  createdAt: at,
  createdBy: actor,
  updatedAt: at,
  updatedBy: actor
})

const decodedOf = (settings: unknown) => ({
  kind: "widget",
  id: "wg_1",
  revision: 2,
  name: "One",
  description: null,
  source: { type: "table" },
  settings,
  references: { it: { kind: "gauge", id: "gg_1", revision: null } }
})

/** Settings of a megabyte, of which each name is a value for itself. */
const large = { extra: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`n${n}`, n])) }

describe("K3: what a revision says is parsed", () => {
  it("at once where it is short", () => {
    assert.deepStrictEqual(Effect.runSync(decodeContent(stored({ a: [1] }))), decodedOf({ a: [1] }))
  })

  it("in turns with others where it is long, and is the same", async () => {
    let tasks = 0
    let looking = setImmediate(function look() {
      tasks++
      looking = setImmediate(look)
    })
    const all = await Promise.all([1, 2, 3].map(() => Effect.runPromise(decodeContent(stored(large)))))
    clearImmediate(looking)
    for (const one of all) assert.deepStrictEqual(one, decodedOf(large))
    // As many pieces have more than one task between them.
    assert.isAtLeast(tasks, 3)
  })
})

describe("settings without their extra", () => {
  it("are those that have none, or all else", () => {
    const settings = { target: "traces" }
    assert.strictEqual(withoutExtra(settings), settings)
    assert.deepStrictEqual(withoutExtra({ ...settings, extra: { a: 1 } }), settings)
  })
})
