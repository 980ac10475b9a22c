import { databaseIn, describeOnBothDatabases, noLocales } from "@agent-operations/testing"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hostItself, type Space } from "../../src/store/keys.ts"
import { makeFolding } from "../../src/store/folding.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { noon, space, spanOf, storeOn } from "./traces.ts"

/** Names of traces, with what finds both. */
const words = [
  ["INVOICE", "invoice", "Invoice", "NVOI", "nvoi"],
  ["PERCHÌ", "perchì", "Perchì"],
  ["ĮVYKIS J̃", "įvykis j̃"],
  ["ÉTÉ", "été", "Été", "TÉ"],
  ["ЖУК", "жук"],
  ["ΟΔΟΣΗΜΑ", "οδοσημα", "ΟΔΟΣ", "οδοσ"]
]

const findsThem = Effect.gen(function* () {
  const store = yield* TraceStore
  for (const [number, [upper, lower, ...parts]] of words.entries()) {
    const where: Space = { ...space, project: `prj_${number}` }
    const spans = [
      spanOf({ trace: 1, id: 1, name: upper! }),
      spanOf({ trace: 2, id: 1, name: lower! }),
      spanOf({ trace: 3, id: 1, name: "none", attributes: { "input.value": { said: upper! } } }),
      spanOf({ trace: 4, id: 1, name: "none", attributes: { "user.id": lower! } }),
      spanOf({ trace: 5, id: 1, name: "none" })
    ]
    yield* store.record(where, spans, hostItself)
    const rows = { paths: ["trace.name"], sorts: [], conditions: [], limit: 10, from: noon }
    for (const search of [upper!, lower!, ...parts]) {
      const { items } = yield* store.list(where, { limit: 10, search })
      assert.strictEqual(items.length, 4, `${search} finds ${items.length} in a list`)
      const found = yield* store.traceRows(where, { ...rows, search })
      assert.strictEqual(found.rows.length, 4, `${search} finds ${found.rows.length} rows`)
    }
  }
})

const reason = await noLocales()

const locales = ["tr-TR", "az-AZ", "lt-LT", "el-GR", "en-US", "C"]

describe.skipIf(reason !== undefined).each(locales)(`a database of the locale %s${reason ?? ""}`, (locale) => {
  layer(storeOn(databaseIn(locale)), { excludeTestServices: true })((it) => {
    it.effect("finds traces by a part in any case", () => findsThem)
  })
})

describeOnBothDatabases("a search", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("finds traces by a part in any case", () => findsThem)

    it.effect("asks once how case is folded", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        let asked = 0
        const counting = new Proxy(sql, {
          apply: (target, self, args) => {
            asked++
            return Reflect.apply(target, self, args) as unknown
          }
        })
        const folding = makeFolding(counting)
        yield* folding
        const once = asked
        yield* folding
        assert.isAbove(once, 0)
        assert.strictEqual(asked, once)
      })
    )
  })
})
