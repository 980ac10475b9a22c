import { ApiKeys, type NewApiKey } from "@agent-operations/auth"
import { Clock, Console, Duration, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { administer, Installation } from "../Installation.ts"
import { by, json, name, org, print, table, text } from "../io.ts"
import { UsageError } from "../UsageError.ts"

const key = text("key").pipe(Flag.withDescription("The key's ID: key_…"))

/** Prints a new key with its secret, which cannot be read again. */
const printNew = (json: boolean, created: NewApiKey) => {
  const token = Redacted.value(created.token)
  return print(json, { ...created.key, token }, token)
}

const parseScopes = Effect.fnUntraced(function* (text: string) {
  const { scopes } = yield* (yield* Installation).mounted
  const asked = text.split(",").map((scope) => scope.trim())
  const unknown = asked.find((scope) => !Object.hasOwn(scopes, scope))
  if (unknown === undefined) return asked
  return yield* new UsageError({
    message: `There is no scope ${JSON.stringify(unknown)}.`,
    hint:
      Object.keys(scopes).length === 0 ? "No mounted family has scopes." : `Scopes: ${Object.keys(scopes).join(", ")}`
  })
})

/** Above nothing, and within what a date can be. */
const isLifetime = (duration: Duration.Duration) =>
  Duration.isGreaterThan(duration, Duration.zero) && Duration.isLessThanOrEqualTo(duration, Duration.days(36_525))

const parseDuration = (text: string) =>
  Option.match(Option.filter(Duration.fromInput(text as Duration.Input), isLifetime), {
    onNone: () =>
      Effect.fail(
        new UsageError({
          message: `${JSON.stringify(text)} is not a duration from now to 100 years.`,
          hint: 'Write it as "90 days".'
        })
      ),
    onSome: Effect.succeed
  })

const create = Command.make(
  "create",
  {
    org,
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription("What it may do, separated by commas: views:read,views:write")
    ),
    name: name.pipe(Flag.withDefault("Created on the command line")),
    expiresIn: Flag.String("expires-in").pipe(
      Flag.withDescription('How long it is valid, such as "90 days" (no expiry)'),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* ({ org, scopes: asked, name, expiresIn, json }) {
    const scopes = yield* parseScopes(asked)
    const lifetime = Option.isSome(expiresIn) ? yield* parseDuration(expiresIn.value) : undefined
    yield* administer(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const expiresAt = lifetime && new Date(now + Duration.toMillis(lifetime))
        yield* printNew(json, yield* (yield* ApiKeys).create({ organizationId: org, name, scopes, expiresAt, by }))
      })
    )
  })
).pipe(Command.withDescription("Create an API key and print it; it is shown only once"))

const before = text("before").pipe(
  Flag.withDescription("List those that are older than this key: key_…"),
  Flag.optional,
  Flag.map(Option.getOrUndefined)
)

const list = Command.make("list", { org, before, json }, ({ org, before, json }) =>
  administer(
    Effect.gen(function* () {
      const { items: keys, nextBefore } = yield* (yield* ApiKeys).list({ organizationId: org, before, by })
      const rows = keys.map((key) => [
        key.id,
        key.preview,
        key.revokedAt === null ? "active" : "revoked",
        key.scopes.join(","),
        key.name
      ])
      yield* print(json, keys, table(rows))
      // Apart from the keys, which a program reads.
      if (nextBefore !== null) yield* Console.error(`There are older keys. List them with --before ${nextBefore}`)
    })
  )
).pipe(Command.withDescription("List an organization's 1,000 newest API keys, without their secrets"))

const revoke = Command.make("revoke", { org, key, json }, ({ org, key, json }) =>
  administer(
    Effect.gen(function* () {
      const revoked = yield* (yield* ApiKeys).revoke({ organizationId: org, id: key, by })
      yield* print(json, revoked, `${revoked.id} is revoked.`)
    })
  )
).pipe(Command.withDescription("Revoke an API key; it stops working at once"))

const replace = Command.make(
  "replace",
  {
    org,
    key,
    overlap: Flag.String("overlap").pipe(
      Flag.withDescription('How long the old key keeps working, such as "1 hour" (not at all)'),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* ({ org, key, overlap: asked, json }) {
    const overlap = Option.isSome(asked) ? yield* parseDuration(asked.value) : undefined
    yield* administer(
      Effect.gen(function* () {
        yield* printNew(json, yield* (yield* ApiKeys).replace({ organizationId: org, id: key, overlap, by }))
      })
    )
  })
).pipe(
  Command.withDescription("Replace an API key by a new one with the same scopes and expiry, which is shown only once")
)

/** The commands `key create`, `key list`, `key revoke` and `key replace`. */
export const keys = Command.make("key").pipe(
  Command.withDescription("API keys"),
  Command.withSubcommands([create, list, revoke, replace])
)
