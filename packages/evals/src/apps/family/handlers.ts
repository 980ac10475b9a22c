import { Caller, recordInProject } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { App, type apps, signingSecret } from "@agent-operations/contract/apps"
import { translateSqlErrors } from "@agent-operations/database"
import { definitionHandlers, spaceOf } from "@agent-operations/definitions"
import { ValidationError } from "@agent-operations/error-envelope"
import { Egress } from "@agent-operations/egress"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { maxSecrets, Secrets } from "../../secrets/index.ts"
import { isSigningSecret } from "../call/index.ts"
import { requireSendable } from "../sendable.ts"
import { ModelConnections } from "../connections/index.ts"

type Operations = (typeof apps)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

const invalid = (path: string, message: string) =>
  new ValidationError({ message: "The secret can't be set.", details: { issues: [{ path, message }] } })

const noSigningSecret = invalid(
  "/value",
  `The secret ${signingSecret} must be whsec_ and the base64 of 24 to 64 random bytes: printf whsec_; openssl rand -base64 32`
)

const tooMany = invalid("/name", `The app has ${maxSecrets} secrets, as many as it may: take one away with value null.`)

/** The handlers of the operations over apps. Laws: G1, G2. */
export const appHandlers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EncodedRevisionStore
  const secrets = yield* Secrets
  const connections = yield* ModelConnections
  const egress = yield* Egress
  const definitions = yield* definitionHandlers(App)

  const requireReachable = (source: App["source"] | undefined) =>
    source?.type === "http" ? requireSendable(egress, source.url) : Effect.void

  return {
    ...definitions,

    create: Effect.fnUntraced(function* (input: Input<"create">) {
      yield* requireReachable(input.source)
      return yield* definitions.create(input)
    }),

    update: Effect.fnUntraced(function* (input: Input<"update">) {
      yield* requireReachable(input.source)
      return yield* definitions.update(input)
    }),

    secrets: Effect.fnUntraced(function* ({ id }: Input<"secrets">) {
      const space = spaceOf(yield* Caller)
      yield* store.read(space, App, id, undefined)
      return { items: yield* secrets.list({ ...space, owner: id }), nextCursor: null }
    }),

    setSecret: Effect.fnUntraced(function* ({ id, name, value }: Input<"setSecret">) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      if (name === signingSecret && value !== null && !isSigningSecret(value)) return yield* noSigningSecret
      const place = { ...space, owner: id, name }
      // Held, so that changes of one app's secrets come one after the other.
      const set = yield* Effect.gen(function* () {
        yield* store.hold(space, App, id)
        const isThere = (yield* secrets.list(place)).some((secret) => secret.name === name)
        const done = yield* secrets.set(place, value === null ? null : Redacted.make(value, { label: name }))
        if (done !== undefined && (value !== null || isThere)) {
          yield* recordInProject(sql, caller, {
            action: value === null ? "secret.removed" : "secret.set",
            subject: { type: "secret", id, name }
          })
        }
        return done
      }).pipe(sql.withTransaction, translateSqlErrors)
      return set ?? (yield* tooMany)
    }),

    connections: Effect.fnUntraced(function* ({ model }: Input<"connections">) {
      const known = yield* connections.known(spaceOf(yield* Caller))
      const items = model === undefined ? known : known.filter(({ models }) => models.includes(model))
      return { items, nextCursor: null }
    })
  }
})
