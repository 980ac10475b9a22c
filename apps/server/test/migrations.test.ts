import { migrationsSql } from "@agent-operations/database"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migrations } from "../src/services.ts"

const locking = /^\s*(?:alter table|drop index) ([\w.]+)/gim
const creating = /^\s*create (?:table|(?:unique )?index) ([\w.]+)/gim
const namesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name!)

describe("a migration", () => {
  it.effect("K3: locks readers out of tables that were there before only once all that may be slow is done", () =>
    Effect.gen(function* () {
      const text = yield* migrationsSql(migrations)
      const steps = Array.from(text.matchAll(/^-- (\S+ \d+) .*\n([^]*?)(?=\n-- |$(?![^]))/gm), ([, title, up]) => {
        const made = namesIn(up!, creating)
        return { title: title!, locks: namesIn(up!, locking).some((name) => !made.includes(name)) }
      })
      const first = steps.findIndex(({ locks, title }) => locks && title !== "auth 2")
      assert.strictEqual(steps.length, migrations.flatMap((set) => set.steps).length)
      // Later steps need the tables of auth 2, which were read by few then.
      assert.deepStrictEqual(
        steps.slice(first).filter(({ locks }) => !locks),
        []
      )
      assert.deepStrictEqual(
        steps.slice(-4).map(({ title }) => title),
        ["auth 6", "auth 7", "auth 8", "auth 11"]
      )
    })
  )
})
