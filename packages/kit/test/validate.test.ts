import { type Access, Caller } from "@agent-operations/auth"
import { kind } from "@agent-operations/contract"
import { migrate } from "@agent-operations/database"
import { definitionHandlers } from "@agent-operations/definitions"
import { Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { Cursors, decodeJson, EncodedJson } from "@agent-operations/operations"
import { EncodedRevisionStore, migrations } from "@agent-operations/revision-store"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Schema } from "effect"

const Gauge = kind({
  name: "gauge",
  prefix: "gg",
  scopes: { read: "gauges:read", write: "gauges:write" },
  mayReference: [],
  source: Schema.Struct({ metric: Schema.String }),
  settings: Schema.Struct({ above: Schema.Finite }),
  example: {
    id: "gg_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Errors",
    description: "How many there are.",
    source: { metric: "errors" },
    settings: { above: 5 },
    references: {}
  }
})

type Store = EncodedRevisionStore["Service"]

const access: Access = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "org_1",
  projectId: "prj_1",
  scopes: "all",
  credential: null
}

const negative = [{ path: "/settings/above", message: "Expected a number above 0." }]

/** The handlers over a store that reads in its own way. */
const handlersOver = (store: Store) =>
  definitionHandlers(Gauge, {
    validate: ({ settings }) => (settings.above > 0 ? [] : negative)
  }).pipe(Effect.provideService(EncodedRevisionStore, store))

const body = (name: string) => ({
  name,
  description: null,
  source: { metric: "errors" },
  settings: { above: 5 },
  references: {}
})

const made = <T>(result: T | EncodedJson<T>): T => (result instanceof EncodedJson ? decodeJson(result) : result)

describeOnBothDatabases("what a host's own check has not seen is not written", (database) => {
  const services = Layer.merge(EncodedRevisionStore.layer, Cursors.layerSecret(Redacted.make(new Uint8Array(32)))).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
    Layer.provideMerge(database.layer)
  )

  layer(services, { timeout: "60 seconds" })((it) => {
    const setUp = Effect.fnUntraced(function* (name: string) {
      const store = yield* EncodedRevisionStore
      const { create, get, update } = yield* handlersOver(store)
      const first = made(yield* create(body(name)))
      const current = Effect.map(get({ id: first.id }), made)
      const change = (to: number, expectedRevision: number) =>
        update({ id: first.id, expectedRevision, settings: { above: to } })
      return { store, id: first.id, current, change }
    })

    it.effect("what the check changes of what it is given is not written", () =>
      Effect.gen(function* () {
        const changing = definitionHandlers(Gauge, {
          validate: ({ settings }) => void Object.assign(settings, { above: -1 })
        })
        const { create, get, update } = yield* changing
        const { id } = made(yield* create(body("Changed by its check")))
        assert.strictEqual(made(yield* get({ id })).settings.above, 5)
        yield* update({ id, expectedRevision: 1, settings: { above: 6 } })
        assert.strictEqual(made(yield* get({ id })).settings.above, 6)
      }).pipe(Effect.provideService(Caller, access))
    )

    it.effect("E1: what the check returns that is no list of issues is a defect, and not sent", () =>
      Effect.gen(function* () {
        const rubbish = [
          [{ path: 5, message: null }],
          [null],
          "wrong",
          { length: 1 },
          [{ path: "", message: "x".repeat(1e5) }]
        ]
        for (const answer of rubbish) {
          const { create } = yield* definitionHandlers(Gauge, { validate: () => answer as never })
          const exit = yield* Effect.exit(create(body("Rubbish")))
          assert.match(String(exit), /Die.*returned what is no list of/)
        }
      }).pipe(Effect.provideService(Caller, access))
    )

    it.effect("E1: a check that is not available says so, and whatever else it throws is a defect", () =>
      Effect.gen(function* () {
        const creating = Effect.fnUntraced(function* (thrown: Error) {
          const { create } = yield* definitionHandlers(Gauge, { validate: () => Promise.reject(thrown) })
          return yield* Effect.exit(create(body("Unchecked")))
        })
        const busy = new Unavailable({ message: "Too many are being checked.", retryAfter: 2 })
        const exit = yield* creating(busy)
        assert.deepStrictEqual(exit, Exit.fail(busy))
        for (const thrown of [
          new Error("out of order"),
          new ValidationError({ message: "No.", details: { issues: [] } })
        ])
          assert.match(String(yield* creating(thrown)), /Die/)
      }).pipe(Effect.provideService(Caller, access))
    )

    it.effect("where what an update is based on cannot be read, it is not made", () =>
      Effect.gen(function* () {
        const { store, id, current } = yield* setUp("Unread")
        const busy = new Unavailable({ message: "The database is busy.", retryAfter: 1 })
        const { update } = yield* handlersOver({ ...store, read: () => Effect.fail(busy) })
        const error = yield* Effect.flip(update({ id, expectedRevision: 1, settings: { above: -1 } }))
        assert.strictEqual(error._tag, "UNAVAILABLE")
        assert.strictEqual((yield* current).revision, 1)
      }).pipe(Effect.provideService(Caller, access))
    )

    it.effect("nor where the revision that it expects comes to be once it was looked for", () =>
      Effect.gen(function* () {
        const { store, id, current, change } = yield* setUp("Raced")
        let reads = 0
        const another = change(6, 1).pipe(Effect.provideService(Caller, access), Effect.ignore)
        const raced: Store = {
          ...store,
          read: (...asked) => Effect.ensuring(store.read(...asked), reads++ === 0 ? another : Effect.void)
        }
        const { update } = yield* handlersOver(raced)
        const error = yield* Effect.flip(update({ id, expectedRevision: 2, settings: { above: -1 } }))
        assert.strictEqual(error._tag, "VALIDATION_ERROR")
        const { revision, settings } = yield* current
        assert.deepStrictEqual({ revision, settings }, { revision: 2, settings: { above: 6 } })
      }).pipe(Effect.provideService(Caller, access))
    )

    it.effect("R4: a revision that is not there yet, and one of nothing, are told as they are without a check", () =>
      Effect.gen(function* () {
        const { current, change } = yield* setUp("Early")
        const early = yield* Effect.flip(change(-1, 2))
        assert.deepInclude(early, { _tag: "CONFLICT", details: { expectedRevision: 2, currentRevision: 1 } })
        assert.strictEqual((yield* current).revision, 1)
        const { update } = yield* handlersOver(yield* EncodedRevisionStore)
        const none = yield* Effect.flip(update({ id: Gauge.example.id, expectedRevision: 1, settings: { above: -1 } }))
        assert.strictEqual(none._tag, "NOT_FOUND")
      }).pipe(Effect.provideService(Caller, access))
    )
  })
})
