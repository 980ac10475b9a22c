import {
  type Content,
  EncodedRevisionStore,
  type KindPolicy,
  RevisionStore,
  type Space
} from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, another, content, failure, Gauge, ownStores, Widget } from "./kinds.ts"

/** A space with a kind in it, and another that may use it. */
interface Place {
  readonly space: Space
  readonly target: KindPolicy
  readonly user: KindPolicy
}

const place = (tenant: string, project: string, kind: string): Place => {
  const target = { ...Gauge, name: kind }
  return { space: { tenant, project }, target, user: { ...Widget, name: `uses-${kind}`, mayReference: [kind] } }
}

const here = place("org_one", "prj_one", "gauge")

/** Those that differ in one thing each. */
const places = [
  here,
  place("org_two", "prj_one", "gauge"),
  place("org_one", "prj_two", "gauge"),
  place("org_one", "prj_one", "dial")
]

type DescribedPage = { readonly items: ReadonlyArray<{ readonly description: string | null }> }

const atOnce = { concurrency: "unbounded" } as const
const page = { limit: 10, maxBytes: 1e6 }
const label = ({ space: { tenant, project }, target }: Place) => `${tenant} ${project} ${target.name}`

/** A definition as it is in the first place, in another as well: under the same ID, with a description of its own. */
const imitate = Effect.fnUntraced(function* (id: string, { space: { tenant, project }, target }: Place) {
  const sql = yield* SqlClient.SqlClient
  const own = sql`tenant_id = ${here.space.tenant} and project_id = ${here.space.project} and kind = ${here.target.name}`
  yield* sql`
    insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
    select ${tenant}, ${project}, ${target.name}, id, name, name_key, revision
    from agent_operations.definitions where ${own} and id = ${id}`
  yield* sql`
    insert into agent_operations.revisions (tenant_id, project_id, kind, definition_id, revision, name, name_key,
      description, source, settings, refs, origin, created_at, created_by, updated_at, updated_by)
    select ${tenant}, ${project}, ${target.name}, definition_id, revision, name, name_key,
      ${label({ ...here, space: { tenant, project }, target })}, source, settings, refs, origin, created_at, created_by,
      updated_at, updated_by
    from agent_operations.revisions where ${own} and definition_id = ${id}`
})

/** Makes the same definition in every place. */
const everywhere = Effect.fnUntraced(function* (name: string) {
  const store = yield* RevisionStore
  const made = { ...content(name), description: label(here) }
  const { id } = yield* store.create(here.space, here.target, made, actor)
  yield* Effect.forEach(places.slice(1), (other) => imitate(id, other))
  return id
})

const besideEachOther = (database: (typeof ownStores)[number]) =>
  layer(database.layer)((it) => {
    it.effect("A3: is read and written in each alone, also where IDs, revisions and names are the same", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const id = yield* everywhere("Everywhere")
        const inEach = <A, E>(ask: (where: Place) => Effect.Effect<A, E>) => Effect.forEach(places, ask, atOnce)
        const labels = places.map(label)
        const described = (revisions: ReadonlyArray<{ readonly description: string | null }>) =>
          revisions.map(({ description }) => description)
        const read = (revision?: number) =>
          Effect.map(
            inEach(({ space, target }) => store.read(space, target, id, revision)),
            described
          )
        // From the database first, and then from what is remembered.
        for (const revision of [undefined, 1, undefined, 1]) assert.deepStrictEqual(yield* read(revision), labels)

        const copies = yield* inEach(({ space, target }) => store.copy(space, target, id, { name: "Copy" }, actor))
        assert.deepStrictEqual(described(copies), labels)
        const users = yield* inEach(({ space, target, user }) =>
          store.create(space, user, content("User", { it: { kind: target.name, id, revision: 1 } }), actor)
        )
        const referrers = yield* inEach(({ space, target }) => store.referrers(space, target, id, 10))
        assert.deepStrictEqual(
          referrers.map(({ items }) => items.map((item) => [item.kind, item.id])),
          places.map(({ user }, n) => [[user.name, users[n]!.id]])
        )

        const changed = labels.map((of) => `changed ${of}`)
        const updates = yield* inEach((where) =>
          store.append(where.space, where.target, id, 1, { description: `changed ${label(where)}` }, actor)
        )
        assert.deepStrictEqual(described(updates), changed)
        assert.deepStrictEqual(yield* read(), changed)
        assert.deepStrictEqual(yield* read(1), labels)
        const [encoded, fresh, fresher] = [yield* EncodedRevisionStore, yield* another, yield* another]
        const descriptions = <E>(page: (where: Place) => Effect.Effect<DescribedPage, E>) =>
          Effect.map(inEach(page), (pages) => pages.map(({ items }) => described(items)))
        for (const histories of [
          descriptions(({ space, target }) => store.history(space, target, id, page)),
          descriptions(({ space, target }) => fresh.history(space, target, id, page)),
          descriptions(({ space, target }) => encoded.historySummaries(space, target, id, page))
        ])
          assert.deepStrictEqual(
            yield* histories,
            labels.map((of, n) => [changed[n]!, of])
          )
        for (const lists of [
          descriptions(({ space, target }) => fresher.list(space, target, page)),
          descriptions(({ space, target }) => encoded.listSummaries(space, target, page))
        ])
          assert.deepStrictEqual(
            yield* lists,
            labels.map((of, n) => [of, changed[n]!])
          )
      })
    )

    it.effect("A3, R7: a target that is only elsewhere, or has its revision only there, is told as missing", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const [gone, old] = [yield* everywhere("Gone"), yield* everywhere("Old")]
        yield* Effect.forEach(places.slice(1), ({ space, target }) => store.append(space, target, old, 1, {}, actor))
        yield* store.remove(here.space, here.target, gone, 1, actor)
        const to = (id: string, revision: number | null) => ({ kind: here.target.name, id, revision })
        const references: Content["references"] = {
          current: to(gone, null),
          pinned: to(gone, 1),
          there: to(old, null),
          thereToo: to(old, 1),
          tooNew: to(old, 2)
        }
        const create = (given: Content["references"]) =>
          failure(store.create(here.space, here.user, content("Refers", given), actor))
        const { tooNew, ...others } = references
        for (const [given, missing] of [
          [references, ["current", "pinned", "tooNew"]],
          [{ tooNew }, ["tooNew"]],
          [others, ["current", "pinned"]]
        ] as const) {
          const { details } = yield* create(given as Content["references"])
          assert.deepStrictEqual(details, { references: missing })
        }
        assert.isEmpty(yield* sql`select from agent_operations.definitions where name = 'Refers'`)
      })
    )

    it.effect(
      "R6, A3: a name is taken before a reference is invalid, but not by what is elsewhere, nor if it is empty",
      () =>
        Effect.gen(function* () {
          const store = yield* RevisionStore
          const [, ...others] = places
          for (const { space, user } of others) yield* store.create(space, user, content("Only elsewhere"), actor)
          for (const name of ["", "", "Here"]) yield* store.create(here.space, here.user, content(name), actor)
          const invalid = { it: { kind: "unknown", id: "un_1", revision: null } }
          for (const [name, tag] of [
            ["Only elsewhere", "INVALID_REFERENCE"],
            ["", "INVALID_REFERENCE"],
            ["Here", "NAME_TAKEN"]
          ] as const) {
            const refused = yield* failure(store.create(here.space, here.user, content(name, invalid), actor))
            assert.strictEqual(refused._tag, tag, name)
          }
        })
    )

    it.effect("R7: those created in one turn refer to what they name, whether all of them do, some or none", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(here.space, Gauge, content("Used"), actor)
        const uses = { it: { kind: "gauge", id: gauge.id, revision: null } }
        for (const [n, all] of [
          [uses, uses],
          [uses, {}],
          [{}, {}]
        ].entries()) {
          const made = yield* Effect.forEach(
            all,
            (references, of) => store.create(here.space, Widget, content(`Widget ${n} ${of}`, references), actor),
            atOnce
          )
          const { items } = yield* store.referrers(here.space, Gauge, gauge.id, 10)
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
        const made = yield* Effect.forEach(["one", "two"], (name) =>
          store.create(here.space, Widget, content(name), actor)
        )
        const elsewhere = [
          ["org_b", here.space.project, "widget", 4],
          [here.space.tenant, "prj_b", "widget", 5],
          [here.space.tenant, here.space.project, "other", 6]
        ] as const
        for (const [tenant, project, kind, revision] of elsewhere)
          yield* sql`
            insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
            select ${tenant}, ${project}, ${kind}, id, name, name_key, ${revision} from agent_operations.definitions
            where tenant_id = ${here.space.tenant} and project_id = ${here.space.project} and kind = 'widget'`
        for (const [tenant, project, name, currentRevision] of [
          [here.space.tenant, here.space.project, "widget", 1],
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
  })

for (const database of ownStores) {
  // In this order: the lists of the first have nothing else in them.
  const title = `what is asked for at once in several spaces, and of several kinds, on ${database.name}`
  describe(title, { shuffle: false }, () => besideEachOther(database))
}
