import { RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, Gauge, ownStores, space, Widget } from "./kinds.ts"

const atOnce = { concurrency: "unbounded" } as const
const page = { limit: 10, maxBytes: 1e6 }

describe.each(ownStores)("batches on $name", ({ layer: store }) => {
  layer(store, { timeout: 60_000 })((it) => {
    it.effect("R7: those created in one turn refer to what they name, whether all of them do, some or none", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Used"), actor)
        const uses = { it: { kind: "gauge", id: gauge.id, revision: null } }
        for (const [n, all] of [
          [uses, uses],
          [uses, {}],
          [{}, {}]
        ].entries()) {
          const made = yield* Effect.forEach(
            all,
            (references, of) => store.create(space, Widget, content(`Widget ${n} ${of}`, references), actor),
            atOnce
          )
          const { items } = yield* store.referrers(space, Gauge, gauge.id, 10)
          const ids = made.filter((_, of) => all[of] === uses).map(({ id }) => id)
          assert.sameMembers(
            items.filter(({ name }) => name.startsWith(`Widget ${n}`)).map(({ id }) => id),
            ids
          )
        }
      })
    )

    it.effect("A3, R3: updates in one turn are told the revision that is current in their own space", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const made = yield* Effect.forEach(["one", "two"], (name) => store.create(space, Widget, content(name), actor))
        const elsewhere = [
          ["org_b", space.project, "widget", 4],
          [space.tenant, "prj_b", "widget", 5],
          [space.tenant, space.project, "other", 6]
        ] as const
        for (const [tenant, project, kind, revision] of elsewhere)
          yield* sql`
            insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
            select ${tenant}, ${project}, ${kind}, id, name, name_key, ${revision} from agent_operations.definitions
            where tenant_id = ${space.tenant} and project_id = ${space.project} and kind = 'widget'`
        for (const [tenant, project, name, currentRevision] of [
          [space.tenant, space.project, "widget", 1],
          ...elsewhere
        ] as const) {
          const stale = yield* Effect.forEach(
            made,
            ({ id }) => failure(store.append({ tenant, project }, { ...Widget, name }, id, 9, {}, actor)),
            atOnce
          )
          for (const { details } of stale) assert.deepStrictEqual(details, { expectedRevision: 9, currentRevision })
        }
      })
    )

    it.effect("P4: a total without a search is of all", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there = { ...space, project: "counted" }
        for (const name of ["one", "two", "three"]) yield* store.create(there, Widget, content(name), actor)
        const { total } = yield* store.list(there, Widget, { ...page, limit: 1, includeTotal: true })
        assert.strictEqual(total, 3)
      })
    )
  })
})
