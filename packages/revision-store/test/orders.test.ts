import {
  type Actor,
  EncodedRevisionStore,
  type ListFilters,
  type ListKey,
  type ListOptions,
  type ListSort,
  type Revision,
  RevisionStore,
  type Space
} from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { TestClock } from "effect/testing"
import { actor, content, ownStores, Widget } from "./kinds.ts"

const limits = { maxBytes: 1e6 }
const sorts: ReadonlyArray<ListSort> = [
  "created_desc",
  "created_asc",
  "updated_desc",
  "updated_asc",
  "name_asc",
  "name_desc"
]
const grace: Actor = { type: "api_key", id: "key_grace", name: "Grace" }

const makeOf = (there: Space) => (name: string, target: unknown, type: string, by: Actor) =>
  Effect.flatMap(RevisionStore, (store) =>
    store.create(there, Widget, { ...content(name), settings: { target }, source: { type } }, by)
  )

/** Definitions of two people, some at one moment, renamed, restored, copied and deleted. */
const fill = (there: Space) =>
  Effect.gen(function* () {
    const store = yield* RevisionStore
    const make = makeOf(there)
    const names = ["Zulu", "alpha", "Älpha", "Beta", "بيتا", "beta\u200b", "\\ud800", "100%", "x".repeat(120)]
    const made = []
    for (const [n, name] of names.entries()) {
      made.push(
        yield* make(name, n % 2 === 0 ? "traces" : "trace", n % 3 === 0 ? "react" : "table", n < 5 ? actor : grace)
      )
      if (n % 2 === 1) yield* TestClock.adjust("1 second")
    }
    const [zulu, alpha, umlaut, beta] = made as [Revision, Revision, Revision, Revision]
    yield* store.append(there, Widget, alpha.id, 1, { settings: { target: "sessions" } }, grace)
    yield* TestClock.adjust("1 second")
    yield* store.append(there, Widget, umlaut.id, 1, { name: "Omega", source: { type: "react" } }, actor)
    yield* store.append(there, Widget, beta.id, 1, { source: { type: "react" } }, grace)
    yield* store.restore(there, Widget, beta.id, { revision: 1 }, actor)
    yield* TestClock.adjust("1 second")
    yield* store.copy(there, Widget, zulu.id, { name: "A copy" }, grace)
    const odd = yield* make("No target that is a text", { not: "text" }, "table", actor)
    yield* store.append(there, Widget, odd.id, 1, { settings: ["\u0000", { target: "traces" }] }, actor)
    yield* store.append(there, Widget, odd.id, 2, { settings: { target: "traces", nul: "\u0000" } }, actor)
    const gone = yield* make("Gone", "traces", "table", actor)
    yield* store.remove(there, Widget, gone.id, 1, actor)
  })

/** What a search compares names by. */
const fold = (text: string) => text.normalize("NFC").toLowerCase()
/** By code points, as the database has them. */
const bytes = (text: string) => Buffer.from(fold(text)).toString("hex")

const textOf = (object: unknown, name: string) => {
  const value = (object as Readonly<Record<string, unknown>>)[name]
  return typeof value === "string" ? value : undefined
}

const matches = (filters: ListFilters) => (item: Revision) =>
  (filters.search === undefined || fold(item.name).includes(fold(filters.search))) &&
  (filters.createdBy === undefined || item.createdBy.id === filters.createdBy) &&
  (filters.updatedBy === undefined || item.updatedBy.id === filters.updatedBy) &&
  // A text that PostgreSQL has none for is not looked into.
  (filters.target === undefined ||
    (textOf(item.settings, "target") === filters.target && textOf(item.settings, "nul") === undefined)) &&
  (filters.sourceType === undefined || textOf(item.source, "type") === filters.sourceType) &&
  (filters.updatedAfter === undefined || new Date(item.updatedAt) >= filters.updatedAfter) &&
  (filters.updatedBefore === undefined || new Date(item.updatedAt) < filters.updatedBefore)

/** `newestFirst` in another order. */
const sorted = (newestFirst: ReadonlyArray<Revision>, sort: ListSort): ReadonlyArray<Revision> => {
  const [by, way] = sort.split("_")
  const oldestFirst = newestFirst.toReversed()
  const key = (item: Revision) => (by === "name" ? bytes(item.name) : item.updatedAt + item.id)
  const upwards =
    by === "created" ? oldestFirst : oldestFirst.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  return way === "asc" ? upwards : upwards.toReversed()
}

/** Reads tables as they lie, so that only what a statement asks for is in order. */
const withoutIndexes = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.andThen(
        Effect.forEach(
          ["indexscan", "indexonlyscan", "bitmapscan", "nestloop", "jit"],
          (how) => sql`set local ${sql.literal(how === "jit" ? how : `enable_${how}`)} = off`,
          { discard: true }
        ),
        effect
      )
    )
  )

interface Node {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}
const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The plans of what an effect sends, each as it was when it was run. */
const plansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const plans: Array<ReadonlyArray<Node>> = []
    yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
      Effect.map(
        Effect.provideService(
          sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: Node }> }>`explain (analyze, format json) ${statement}`,
          Statement.CurrentTransformer,
          undefined
        ),
        ([row]) => {
          plans.push(nodesOf(row!["QUERY PLAN"][0]!.Plan))
          return statement
        }
      ).pipe(Effect.orDie)
    )
    return plans
  })

describe.each(ownStores)("orders and filters of lists on $name", ({ layer: store }) => {
  layer(store)((it) => {
    it.effect(
      "P1, P2, P4, P9: every order and filter yields what a model does, on and back, however the tables lie",
      () =>
        Effect.gen(function* () {
          const [store, encoded] = [yield* RevisionStore, yield* EncodedRevisionStore]
          const there: Space = { tenant: "org_a", project: "ordered" }
          yield* fill(there)
          const all = (yield* store.list(there, Widget, { ...limits, limit: 100 })).items
          assert.lengthOf(all, 11)
          const times = all.map(({ updatedAt }) => updatedAt).toSorted()
          const [early, late] = [new Date(times[3]!), new Date(times.at(-2)!)]
          const filters: ReadonlyArray<ListFilters> = [
            {},
            { search: "A" },
            { createdBy: grace.id },
            { updatedBy: actor.id, target: "traces" },
            { sourceType: "react", search: "a" },
            { updatedAfter: early, updatedBefore: late },
            { target: "sessions", updatedBy: "nobody" }
          ]
          const check = (sort: ListSort, filter: ListFilters, limit: number) =>
            Effect.gen(function* () {
              const expected = sorted(all.filter(matches(filter)), sort).map(({ id }) => id)
              const options: ListOptions = { ...limits, ...filter, sort, limit }
              const counted = { ...options, includeTotal: true, includePlace: true }
              const seen: Array<string> = []
              let after: ListKey | null | undefined
              while (after !== null) {
                const page = yield* encoded.listSummaries(there, Widget, { ...counted, after })
                assert.deepStrictEqual(
                  [page.total, page.place?.preceding, page.next],
                  [
                    expected.length,
                    seen.length,
                    seen.length + page.items.length < expected.length ? page.place!.last : null
                  ]
                )
                assert.deepStrictEqual(
                  yield* store
                    .list(there, Widget, { ...options, after })
                    .pipe(Effect.map(({ items }) => items.map(({ id }) => id))),
                  page.items.map(({ id }) => id)
                )
                seen.push(...page.items.map(({ id }) => id))
                after = page.next
                if (after !== null) {
                  const { last } = page.place!
                  const back = yield* encoded.listSummaries(there, Widget, {
                    ...counted,
                    after: last!,
                    backwards: true
                  })
                  const before = seen.slice(0, -1)
                  assert.deepStrictEqual(
                    back.items.map(({ id }) => id),
                    before.slice(-limit)
                  )
                  assert.strictEqual(back.place?.preceding, Math.max(0, before.length - limit))
                }
              }
              assert.deepStrictEqual(seen, expected, `${sort} ${JSON.stringify(filter)}`)
            })
          for (const sort of sorts) {
            for (const filter of filters) yield* check(sort, filter, 3)
            yield* withoutIndexes(Effect.orDie(check(sort, filters[5]!, 2)))
          }
        })
    )

    it.effect(
      "P9: what is not changed meanwhile comes once, and what is updated comes again in the order of updates alone",
      () =>
        Effect.gen(function* () {
          const store = yield* RevisionStore
          for (const sort of sorts) {
            const there: Space = { tenant: "org_a", project: `changed ${sort}` }
            const made = []
            for (let n = 0; n < 9; n++) {
              made.push(yield* makeOf(there)(`Item ${n}`, "traces", "table", actor))
              yield* TestClock.adjust("1 second")
            }
            const changed = new Set([made[1]!, made[7]!])
            const seen: Array<string> = []
            let after: ListKey | null | undefined
            let turn = 1
            while (after !== null) {
              const page: { readonly items: ReadonlyArray<Revision>; readonly next: ListKey | null } =
                yield* store.list(there, Widget, { ...limits, sort, limit: 2, after })
              seen.push(...page.items.map(({ id }) => id))
              after = page.next
              for (const { id } of changed)
                yield* store.append(there, Widget, id, turn, { name: `Item ${turn}${id}` }, actor)
              yield* TestClock.adjust("1 second")
              if (turn++ > 4) break
            }
            const kept = made.filter((one) => !changed.has(one)).map(({ id }) => id)
            const expected = sort.endsWith("asc") ? kept : kept.toReversed()
            const met = seen.filter((id) => kept.includes(id))
            assert.deepStrictEqual(met, expected.slice(0, met.length), sort)
            if (after === null) assert.lengthOf(met, kept.length)
            if (sort.startsWith("created")) assert.lengthOf(seen, made.length)
            if (sort === "updated_desc") assert.strictEqual(new Set(seen).size, seen.length)
            if (sort === "updated_asc")
              assert.includeMembers(
                seen,
                [...changed].map(({ id }) => id)
              )
          }
        })
    )

    it.effect(
      "P8: a page reads what is on it, by the index of its order, and a count each definition once, with statistics and without",
      () =>
        Effect.gen(function* () {
          const [store, encoded, sql] = [yield* RevisionStore, yield* EncodedRevisionStore, yield* SqlClient.SqlClient]
          const there: Space = { tenant: "org_a", project: "planned" }
          const first = yield* makeOf(there)("Planned", "traces", "table", actor)
          yield* sql`
          with made as (
            insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
            select tenant_id, project_id, kind, 'wd_' || lpad(n::text, 26, '0'), 'Planned ' || n, 'planned ' || n, 1
            from agent_operations.definitions cross join generate_series(1, 2000) as n where id = ${first.id} returning *
          ), revised as (
            insert into agent_operations.revisions (tenant_id, project_id, kind, definition_id, revision, name, name_key,
              source, settings, refs, origin, created_at, created_by, updated_at, updated_by)
            select made.tenant_id, made.project_id, made.kind, made.id, 1, made.name, made.name_key, r.source, r.settings,
              r.refs, r.origin, r.created_at, r.created_by, r.updated_at, r.updated_by
            from made join agent_operations.revisions as r on r.definition_id = ${first.id}
          )
          insert into agent_operations.listed_definitions (tenant_id, project_id, kind, id, updated_at, target)
          select tenant_id, project_id, kind, id, to_timestamp(right(id, 4)::integer), 'traces' from made`
          const indexes = {
            created: "definitions_position",
            updated: "listed_definitions_updated",
            name: "definitions_name"
          }
          const plans = Effect.gen(function* () {
            for (const sort of sorts) {
              for (const filter of [{}, { target: "traces" }, { search: "planned" }]) {
                const options: ListOptions = { ...limits, ...filter, sort, limit: 20 }
                const start = yield* store.list(there, Widget, { ...options, limit: 100 })
                for (const after of [undefined, start.next!]) {
                  const [plan] = yield* plansOf(encoded.listSummaries(there, Widget, { ...options, after }))
                  const scans = plan!.filter(
                    (node) => node["Relation Name"] !== undefined || node["Index Name"] !== undefined
                  )
                  const what = `${sort} ${JSON.stringify(filter)}`
                  assert.include(
                    scans.map((node) => node["Index Name"]),
                    indexes[sort.split("_")[0] as keyof typeof indexes],
                    what
                  )
                  for (const node of scans) {
                    assert.isAtMost(node["Actual Rows"] * node["Actual Loops"], 22, `${what}: ${JSON.stringify(node)}`)
                  }
                  assert.isEmpty(
                    plan!.filter((node) => /Seq Scan|Hash|Merge/.test(node["Node Type"])),
                    what
                  )
                }
              }
            }
          })
          const counts = Effect.gen(function* () {
            for (const sort of sorts) {
              for (const filter of [{}, { target: "traces" }, { search: "planned", target: "traces" }]) {
                const counting = { ...limits, ...filter, sort, limit: 20, includeTotal: true, includePlace: true }
                const { total, place } = yield* encoded.listSummaries(there, Widget, counting)
                assert.isAtLeast(total!, 2000)
                for (const after of [undefined, place!.last!]) {
                  const [plan] = yield* plansOf(encoded.listSummaries(there, Widget, { ...counting, after }))
                  const reads = plan!.filter((node) => node["Relation Name"] !== undefined)
                  assert.isNotEmpty(reads)
                  for (const node of reads) {
                    const { "Actual Rows": rows, "Actual Loops": loops, "Rows Removed by Filter": removed = 0 } = node
                    assert.isAtMost((rows + removed) * loops, 2100, `${sort} ${JSON.stringify(node)}`)
                  }
                }
              }
            }
          })
          yield* Effect.andThen(plans, counts)
          yield* sql`analyze`
          yield* Effect.andThen(plans, counts)
        })
    )
  })
})
