import { ApiKeys, Organizations } from "@agent-operations/auth"
import { Clock, Console, Duration, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { administration, contract } from "../services.ts"
import { readSettings } from "../settings.ts"
import { StartError } from "../StartError.ts"

export const by = { type: "operator" } as const

export const org = Flag.String("org").pipe(Flag.withDescription("The organization's ID"))
const name = Flag.String("name").pipe(Flag.withDescription("What people call it"))
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
const key = Flag.String("key").pipe(Flag.withDescription("The key's ID: key_…"))

/** Runs an administrative effect over the migrated database that the environment names. */
export const administer = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) => Effect.provide(effect, administration(settings)))

export const print = (asJson: boolean, value: object, text: string) =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text)

const parseScopes = (text: string) => {
  const asked = text.split(",").map((scope) => scope.trim())
  const unknown = asked.find((scope) => !Object.hasOwn(contract.scopes, scope))
  return unknown === undefined
    ? Effect.succeed(asked)
    : Effect.fail(
        new StartError({
          message: `There is no scope ${JSON.stringify(unknown)}.`,
          hint: `Scopes: ${Object.keys(contract.scopes).join(", ")}`
        })
      )
}

const parseDuration = (text: string) =>
  Option.match(Duration.fromInput(text as Duration.Input), {
    onNone: () =>
      Effect.fail(
        new StartError({ message: `${JSON.stringify(text)} is not a duration.`, hint: 'Write it as "90 days".' })
      ),
    onSome: Effect.succeed
  })

const orgCreate = Command.make("create", { name, json }, ({ name, json }) =>
  administer(
    Effect.gen(function* () {
      const made = yield* (yield* Organizations).create({ name })
      yield* print(json, made, made.id)
    })
  )
).pipe(Command.withDescription("Make an organization and print its ID"))

export const organizations = Command.make("org").pipe(
  Command.withDescription("Organizations"),
  Command.withSubcommands([orgCreate])
)

const projectCreate = Command.make(
  "create",
  {
    org,
    name,
    id: Flag.String("id").pipe(Flag.withDescription("An ID of your own, 1 to 200 characters"), Flag.optional),
    json
  },
  ({ org, name, id, json }) =>
    administer(
      Effect.gen(function* () {
        const made = yield* (yield* Organizations).createProject({
          organizationId: org,
          name,
          by,
          ...(Option.isSome(id) ? { id: id.value } : {})
        })
        yield* print(json, made, made.id)
      })
    )
).pipe(Command.withDescription("Make a project and print its ID"))

export const projects = Command.make("project").pipe(
  Command.withDescription("Projects"),
  Command.withSubcommands([projectCreate])
)

const keyCreate = Command.make(
  "create",
  {
    org,
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription("What it may do, with commas between: views:read,views:write")
    ),
    name: name.pipe(Flag.withDefault("Made on the command line")),
    expiresIn: Flag.String("expires-in").pipe(
      Flag.withDescription('When it ends, such as "90 days"; never unless given'),
      Flag.optional
    ),
    json
  },
  ({ org, scopes, name, expiresIn, json }) =>
    administer(
      Effect.gen(function* () {
        const expiresAt = yield* Option.match(expiresIn, {
          onNone: () => Effect.undefined,
          onSome: (text) =>
            Effect.zipWith(
              parseDuration(text),
              Clock.currentTimeMillis,
              (duration, now) => new Date(now + Duration.toMillis(duration))
            )
        })
        const made = yield* (yield* ApiKeys).create({
          organizationId: org,
          name,
          scopes: yield* parseScopes(scopes),
          expiresAt,
          by
        })
        const token = Redacted.value(made.token)
        yield* print(json, { ...made.key, token }, token)
      })
    )
).pipe(Command.withDescription("Make an API key and print it, this once"))

const keyList = Command.make("list", { org, json }, ({ org, json }) =>
  administer(
    Effect.gen(function* () {
      const keys = yield* (yield* ApiKeys).list({ organizationId: org, by })
      const lines = keys.map((key) =>
        [key.id, key.preview, key.revokedAt === null ? "active" : "revoked", key.scopes.join(","), key.name].join("  ")
      )
      yield* print(json, keys, lines.join("\n"))
    })
  )
).pipe(Command.withDescription("List an organization's API keys, without their secrets"))

const keyRevoke = Command.make("revoke", { org, key, json }, ({ org, key, json }) =>
  administer(
    Effect.gen(function* () {
      const revoked = yield* (yield* ApiKeys).revoke({ organizationId: org, id: key, by })
      yield* print(json, revoked, `${revoked.id} is revoked.`)
    })
  )
).pipe(Command.withDescription("End an API key, at once"))

const keyReplace = Command.make(
  "replace",
  {
    org,
    key,
    overlap: Flag.String("overlap").pipe(
      Flag.withDescription('How long the old key still works, such as "1 hour"; it ends at once unless given'),
      Flag.optional
    ),
    json
  },
  ({ org, key, overlap, json }) =>
    administer(
      Effect.gen(function* () {
        const made = yield* (yield* ApiKeys).replace({
          organizationId: org,
          id: key,
          overlap: Option.isSome(overlap) ? yield* parseDuration(overlap.value) : undefined,
          by
        })
        const token = Redacted.value(made.token)
        yield* print(json, { ...made.key, token }, token)
      })
    )
).pipe(Command.withDescription("End an API key and make another like it, printed this once"))

export const keys = Command.make("key").pipe(
  Command.withDescription("API keys"),
  Command.withSubcommands([keyCreate, keyList, keyRevoke, keyReplace])
)
