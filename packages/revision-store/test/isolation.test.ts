import { EncodedRevisionStore, type KindPolicy, RevisionStore, type Space } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, Gauge, ownStores, Widget } from "./kinds.ts"

const page = { limit: 10, maxBytes: 1e6 }
const atOnce = { concurrency: "unbounded" } as const
const space: Space = { tenant: "org_one", project: "prj_one" }

/** Where the same IDs and numbers of revisions are as well. */
const elsewhere: ReadonlyArray<readonly [tenant: string, project: string, kindPrefix: string]> = [
  ["org_two", "prj_one", ""],
  ["org_one", "prj_two", ""],
  ["org_one", "prj_one", "other-"]
]

/** Everything of the space, under the same IDs, elsewhere: with other names and content. */
const imitate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [tenant, project, prefix] of elsewhere) {
    const own = sql`tenant_id = ${space.tenant} and project_id = ${space.project} and kind in ('widget', 'gauge')`
    yield* sql`
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      select ${tenant}, ${project}, ${prefix} || kind, id, 'Not ' || name, 'not ' || name_key, revision
      from agent_operations.definitions where ${own} order by position`
    yield* sql`
      insert into agent_operations.revisions (tenant_id, project_id, kind, definition_id, revision, name, name_key,
        description, source, settings, refs, origin, created_at, created_by, updated_at, updated_by)
      select ${tenant}, ${project}, ${prefix} || kind, definition_id, revision, 'Not ' || name, 'not ' || name_key,
        'not this one', '{"not":"this"}', settings, refs, origin, created_at, created_by, updated_at, updated_by
      from agent_operations.revisions where ${own}`
    yield* sql`
      insert into agent_operations.definition_references (tenant_id, project_id, from_kind, from_id, from_revision,
        alias, to_kind, to_id, to_revision)
      select ${tenant}, ${project}, ${prefix} || from_kind, from_id, from_revision, alias, ${prefix} || to_kind, to_id,
        to_revision
      from agent_operations.definition_references
      where tenant_id = ${space.tenant} and project_id = ${space.project} and from_kind in ('widget', 'gauge')`
  }
})

/** Every row that is elsewhere. */
const rowsElsewhere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = [
    ["definitions", "kind"],
    ["revisions", "kind"],
    ["definition_references", "from_kind"],
    ["deleted_definitions", "kind"]
  ] as const
  const rows = yield* Effect.forEach(
    tables,
    ([table, kind]) => sql<{ row: string }>`
      select t::text as row from agent_operations.${sql.literal(table)} as t
      where not (tenant_id = ${space.tenant} and project_id = ${space.project}
        and ${sql.literal(kind)} in ('widget', 'gauge')) order by 1`
  )
  return rows.map((of) => of.map(({ row }) => row))
})

for (const { name, layer: store } of ownStores)
  describe(`spaces and kinds on ${name}`, { shuffle: false }, () => {
    layer(store)((it) => {
      it.effect("A3: no verb reads or changes what has the same ID in another tenant, project or kind", () =>
        Effect.gen(function* () {
          const [store, encoded] = [yield* RevisionStore, yield* EncodedRevisionStore]
          const gauge = yield* store.create(space, Gauge, content("Gauge"), actor)
          const uses = {
            now: { kind: "gauge", id: gauge.id, revision: null },
            pinned: { kind: "gauge", id: gauge.id, revision: 1 }
          }
          const made = yield* Effect.forEach(["a", "b"], (name) =>
            store.create(space, Widget, content(`Widget ${name}`, uses), actor)
          )
          yield* Effect.forEach(made, ({ id }) => store.append(space, Widget, id, 1, { description: "two" }, actor))
          yield* imitate
          const before = yield* rowsElsewhere
          assert.deepStrictEqual(
            before.map((rows) => rows.length),
            [9, 15, 12, 0]
          )
          const [{ id }, { id: other }] = made as [(typeof made)[0], (typeof made)[0]]
          const both = [id, other]
          const names = ["Widget a", "Widget b"]
          const named = (items: ReadonlyArray<{ readonly name: string }>) => items.map(({ name }) => name)

          // Read alone, together with another, and from what is remembered.
          for (const revision of [undefined, 1, 2]) {
            const read = (one: string) => store.read(space, Widget, one, revision)
            assert.deepStrictEqual(named([yield* read(id)]), ["Widget a"])
            assert.deepStrictEqual(named(yield* Effect.forEach(both, read, atOnce)), names)
          }
          for (const search of ["", "widget"]) {
            for (const includeTotal of [false, true]) {
              const asked = { ...page, search, includeTotal }
              for (const told of [
                yield* store.list(space, Widget, asked),
                yield* encoded.listSummaries(space, Widget, asked)
              ]) {
                assert.deepStrictEqual(named(told.items), names.toReversed())
                assert.strictEqual(told.total, includeTotal ? 2 : undefined)
              }
            }
          }
          const history = { items: ["Widget a", "Widget a"], nextBefore: null }
          for (const told of [
            yield* store.history(space, Widget, id, page),
            yield* encoded.historySummaries(space, Widget, id, page)
          ]) {
            assert.deepStrictEqual({ ...told, items: named(told.items) }, history)
          }
          assert.sameMembers(named(yield* store.heads(space, [{ kind: "widget", id }, gauge])), ["Widget a", "Gauge"])
          const referrers = yield* store.referrers(space, Gauge, gauge.id, 10)
          assert.deepStrictEqual(named(referrers.items), ["Widget a", "Widget a", "Widget b", "Widget b"])
          const graph = yield* store.graph(
            space,
            { it: { kind: "widget", id, revision: null } },
            { ...page, maxNodes: 9 }
          )
          assert.deepStrictEqual(
            graph.map(({ resolved }) => resolved?.source),
            graph.map(() => '{"type":"table"}')
          )
          assert.lengthOf(graph, 3)

          // Written together, then alone.
          const renamed = yield* Effect.forEach(
            both,
            (one, n) => store.append(space, Widget, one, 2, { name: `Not widget ${n}` }, actor),
            atOnce
          )
          assert.deepStrictEqual(
            renamed.map(({ description, references }) => [description, references]),
            both.map(() => ["two", uses])
          )
          const [third] = yield* Effect.forEach([id], (one) => store.append(space, Widget, one, 3, {}, actor))
          assert.deepInclude(third, { revision: 4, name: "Not widget 0", description: "two", references: uses })
          const restored = yield* store.restore(space, Widget, id, { revision: 1 }, actor)
          assert.deepInclude(restored, { revision: 5, name: "Widget a", description: null })
          const copies = yield* Effect.forEach(
            both,
            (one, n) => store.copy(space, Widget, one, { name: `Not copied ${n}`, revision: 2 }, actor),
            atOnce
          )
          const copied = yield* store.copy(space, Widget, id, { name: "Copied" }, actor)
          for (const { source, settings } of [...renamed, restored, ...copies, copied]) {
            assert.deepStrictEqual([source, settings], [made[0]?.source, made[0]?.settings])
          }
          // A name is taken in its own space and kind alone.
          yield* store.create(space, Widget, content("Not widget a"), actor)
          for (const name of ["Not gauge", "Not widget c"]) yield* store.create(space, Gauge, content(name), actor)

          // What refers to it elsewhere holds nothing here.
          for (const { id, revision } of [restored, renamed[1]!, ...copies, copied]) {
            yield* store.remove(space, Widget, id, revision, actor)
          }
          yield* store.remove(space, Gauge, gauge.id, 1, actor)
          assert.deepStrictEqual(yield* rowsElsewhere, before)
        })
      )

      it.effect(
        "A3, R7: what is in another tenant or project can't be referred to, and is named like what is nowhere",
        () =>
          Effect.gen(function* () {
            const store = yield* RevisionStore
            const places = [
              { ...space, tenant: "org_three" },
              { ...space, project: "prj_three" }
            ]
            const foreign = yield* Effect.forEach(places, (where) =>
              store.create(where, Gauge, content("Foreign"), actor)
            )
            const near = yield* store.create(space, Gauge, content("Near"), actor)
            const reference = (kind: KindPolicy, id: string, revision: number | null) => ({
              kind: kind.name,
              id,
              revision
            })
            const uses = {
              fine: reference(Gauge, near.id, 1),
              project: reference(Gauge, foreign[1]!.id, 1),
              tenant: reference(Gauge, foreign[0]!.id, null)
            }
            const made = yield* store.create(space, Widget, content("Refers"), actor)
            const details = { references: ["project", "tenant"] }
            for (const write of [
              failure(store.create(space, Widget, content("Refers too", uses), actor)),
              failure(store.append(space, Widget, made.id, 1, { references: uses }, actor))
            ]) {
              assert.deepInclude(yield* write, { _tag: "REFERENCE_NOT_FOUND", details })
            }
            const graph = yield* store.graph(space, uses, { ...page, maxNodes: 9 })
            assert.deepStrictEqual(
              graph.map(({ requested, resolved }) => [requested.id, resolved?.revision]),
              [
                [near.id, 1],
                [foreign[1]!.id, undefined],
                [foreign[0]!.id, undefined]
              ]
            )
          })
      )
    })
  })
