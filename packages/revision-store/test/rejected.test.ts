import { type Content, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, Gauge, ownStores, space, Widget } from "./kinds.ts"

const atOnce = { concurrency: "unbounded" } as const
const three = ["a", "b", "c"]

/** What the database says where another transaction stood in the way, which may have gone by the next attempt. */
const races = [
  ["a deadlock", "40P01", ""],
  ["a serialization failure", "40001", ""],
  ["a target that is gone", "23503", "definition_references_to"],
  ["a pinned revision that is gone", "23503", "definition_references_pin"]
] as const

const canceled = ["a statement that took too long", "57014", ""] as const

const nameTaken = ["a name that is taken", "23505", "definitions_name"] as const

/** Has the database reject the first row that any of these writes touches, and says how many they touched. */
const rejectingOnce = <A, E, R>(
  [, code, constraint]: readonly [string, string, string],
  writes: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create sequence if not exists touched`
    yield* sql`alter sequence touched restart`
    yield* sql`
      create or replace function reject_first() returns trigger language plpgsql as $$
      begin
        if nextval('touched') = 1 then
          raise exception 'rejected' using errcode = TG_ARGV[0], constraint = TG_ARGV[1];
        end if;
        return coalesce(new, old);
      end $$`
    yield* sql`
      create trigger reject_first before insert or update or delete on agent_operations.definitions
      for each row execute function reject_first(${sql.literal(`'${code}', '${constraint}'`)})`
    const exit = yield* Effect.exit(writes)
    yield* sql`drop trigger reject_first on agent_operations.definitions`
    const [row] = yield* sql<{ n: number }>`select last_value::integer as n from touched`
    return { exit, touched: row!.n }
  })

describe.each(ownStores)("a write that the database rejects once on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect.each([...races, nameTaken])("R4: for %s is sent again with all that shared its statement", (rejection) =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const named = (how: string) => three.map((name) => `${name} ${how} ${rejection[0]}`)
        const made = yield* rejectingOnce(
          rejection,
          Effect.forEach(named("made"), (name) => store.create(space, Widget, content(name), actor), atOnce)
        )
        const created = yield* made.exit
        const changed = yield* rejectingOnce(
          rejection,
          Effect.forEach(created, ({ id }) => store.append(space, Widget, id, 1, { name: `${id} now` }, actor), atOnce)
        )
        assert.deepStrictEqual(
          (yield* changed.exit).map(({ name, revision }) => [name, revision]),
          created.map(({ id }) => [`${id} now`, 2])
        )
        const copied = yield* rejectingOnce(
          rejection,
          Effect.forEach(
            created,
            ({ id, name }) => store.copy(space, Widget, id, { name: `copy of ${name}` }, actor),
            atOnce
          )
        )
        assert.deepStrictEqual(
          (yield* copied.exit).map(({ name }) => name),
          created.map(({ name }) => `copy of ${name}`)
        )
      })
    )

    it.effect.each(races)(
      "R4, R7: for %s is made at the next attempt, where nothing is in its way by then",
      (rejection) =>
        Effect.gen(function* () {
          const store = yield* RevisionStore
          const gauge = yield* store.create(space, Gauge, content(`Used: ${rejection[0]}`), actor)
          const uses: Content["references"] = { it: { kind: "gauge", id: gauge.id, revision: 1 } }
          const { id } = yield* store.create(space, Widget, content(`Alone: ${rejection[0]}`, uses), actor)
          const writes = [
            store.create(space, Widget, content(`Created: ${rejection[0]}`, uses), actor),
            store.append(space, Widget, id, 1, { references: uses }, actor),
            store.append(space, Widget, id, 2, { description: "kept its references" }, actor),
            store.copy(space, Widget, id, { name: `Copied: ${rejection[0]}` }, actor),
            store.restore(space, Widget, id, { revision: 1, expectedRevision: 3 }, actor),
            store.restore(space, Widget, id, { revision: 1 }, actor),
            store.remove(space, Widget, id, 5, actor)
          ]
          const revisions = []
          for (const write of writes) {
            const { exit, touched } = yield* rejectingOnce<{ readonly revision: number }, unknown, never>(
              rejection,
              write
            )
            revisions.push((yield* exit).revision)
            assert.strictEqual(touched, 2)
          }
          assert.deepStrictEqual(revisions, [1, 2, 3, 1, 4, 5, 5])
        })
    )

    it.effect(
      "R4: for a reason that says nothing of other writes is sent once, and none of those beside it is made",
      () =>
        Effect.gen(function* () {
          const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
          const { exit, touched } = yield* rejectingOnce(
            canceled,
            Effect.forEach(
              three,
              (name) => Effect.exit(store.create(space, Widget, content(`Never ${name}`), actor)),
              atOnce
            )
          )
          assert.deepStrictEqual((yield* exit).map(Exit.isFailure), [true, true, true])
          assert.strictEqual(touched, 1)
          for (const rejection of [canceled, ["a division by zero", "22012", ""]] as const) {
            const alone = yield* rejectingOnce(rejection, store.create(space, Widget, content("Never alone"), actor))
            assert.isTrue(Exit.isFailure(alone.exit))
            assert.strictEqual(alone.touched, 1)
          }
          assert.isEmpty(yield* sql`select from agent_operations.definitions where name like 'Never %'`)
        })
    )

    it.effect("R3, R4: two updates in one turn of a definition that is gone find nothing", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Soon gone"), actor)
        yield* store.remove(space, Widget, id, 1, actor)
        const updates = yield* Effect.forEach(
          [1, 1],
          (expected) => Effect.flip(store.append(space, Widget, id, expected, {}, actor)),
          atOnce
        )
        assert.deepStrictEqual(
          updates.map(({ _tag }) => _tag),
          ["NOT_FOUND", "NOT_FOUND"]
        )
      })
    )
  })
})
