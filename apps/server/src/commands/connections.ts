import { text as readAll } from "node:stream/consumers"
import { microsOf } from "@agent-operations/contract/evaluations"
import { administer, by, json, name, org, print, table, text, UsageError } from "@agent-operations/admin"
import { ConnectionKey, NewModelConnection } from "@agent-operations/contract/apps"
import { Egress } from "@agent-operations/egress"
import { ModelConnections } from "@agent-operations/evals/calls"
import { Secrets } from "@agent-operations/evals/secrets"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { readCallsOptions } from "../calls-options.ts"
import { readSettings } from "../settings.ts"

const project = text("project").pipe(Flag.withDescription("The project's ID"))

/** Connections, with their keys encrypted as the server has it. */
const connections = ModelConnections.layer.pipe(
  Layer.provide(
    Layer.unwrap(
      Effect.map(Effect.flatMap(readSettings, readCallsOptions), ({ keys, egress }) =>
        Layer.merge(Secrets.layer(keys), Egress.layer(egress))
      )
    )
  )
)

/** What a million tokens of a model cost: `gpt-4o-mini=0.15,0.60`. */
const parsePrice = (text: string) => {
  const [, model, input, output] = /^(.+)=([^=,]+),([^=,]+)$/.exec(text) ?? []
  const inputMicrosPerMillion = microsOf(input ?? "")
  const outputMicrosPerMillion = microsOf(output ?? "")
  return model === undefined || inputMicrosPerMillion === undefined || outputMicrosPerMillion === undefined
    ? Effect.fail(
        new UsageError({
          message: `${text} is no price of a model.`,
          hint: "Write what a million tokens of input and of output cost: --price gpt-4o-mini=0.15,0.60"
        })
      )
    : Effect.succeed({ model, inputMicrosPerMillion, outputMicrosPerMillion })
}

const keyHint = "Pipe it in, as from a file: … < key.txt, or name a variable of the environment: --key-env PROVIDER_KEY"

/** The key, which no argument holds: whoever lists the processes of the computer could read it there. */
const readKey = Effect.fnUntraced(function* (variable: string | undefined) {
  if (variable === undefined && process.stdin.isTTY) {
    return yield* new UsageError({ message: "No key is given.", hint: keyHint })
  }
  const given = variable === undefined ? yield* Effect.promise(() => readAll(process.stdin)) : process.env[variable]
  const key = (given ?? "").trim()
  if (Schema.is(ConnectionKey)(key)) return Redacted.make(key)
  return yield* new UsageError({
    message: "The key must be 8 to 4,096 visible characters of ASCII, without spaces.",
    hint: keyHint
  })
})

const decode = Schema.decodeUnknownEffect(NewModelConnection)

const keyEnv = Flag.String("key-env").pipe(
  Flag.withDescription("The variable of the environment that has the key; without it, standard input"),
  Flag.optional
)

const add = Command.make(
  "add",
  {
    org,
    project,
    name,
    url: Flag.String("url").pipe(Flag.withDescription("Of an OpenAI-compatible API: https://api.example.com/v1")),
    price: Flag.String("price").pipe(
      Flag.withDescription("What a million tokens of a model cost, input and output, as often as there are models"),
      Flag.atLeast(0)
    ),
    tokenLimit: Flag.Literals("token-limit", ["max_tokens", "max_completion_tokens"]).pipe(
      Flag.withDescription("How the provider calls the bound on the tokens of an answer"),
      Flag.withDefault("max_tokens" as const)
    ),
    keyEnv,
    json
  },
  Effect.fnUntraced(function* ({ org, project, name, url, price, tokenLimit, keyEnv, json }) {
    const prices = yield* Effect.forEach(price, parsePrice)
    const made = yield* Effect.mapError(
      decode({ name, baseUrl: url, tokenLimit, prices }),
      ({ message }) => new UsageError({ message, hint: "See connection add --help." })
    )
    const key = yield* readKey(Option.getOrUndefined(keyEnv))
    yield* administer(
      Effect.gen(function* () {
        const asked = { organizationId: org, projectId: project, by, connection: made, key }
        const added = yield* (yield* ModelConnections).add(asked)
        yield* print(json, added, added.id)
      }).pipe(Effect.provide(connections))
    )
  })
).pipe(Command.withDescription("Add a model connection of a project. Its key is read from standard input"))

const list = Command.make("list", { org, project, json }, ({ org, project, json }) =>
  administer(
    Effect.gen(function* () {
      const found = yield* (yield* ModelConnections).list({ organizationId: org, projectId: project, by })
      const rows = found.map(({ id, baseUrl, prices, name }) => [
        id,
        baseUrl,
        prices.map(({ model }) => model).join(",") || "-",
        name
      ])
      yield* print(json, found, rows.length === 0 ? "There is no model connection yet." : table(rows))
    }).pipe(Effect.provide(connections))
  )
).pipe(Command.withDescription("List a project's model connections, without their keys"))

const connection = text("connection").pipe(Flag.withDescription("The connection's ID: mco_…"))

const rotate = Command.make(
  "rotate",
  { org, project, connection, keyEnv, json },
  Effect.fnUntraced(function* ({ org, project, connection, keyEnv, json }) {
    const key = yield* readKey(Option.getOrUndefined(keyEnv))
    yield* administer(
      Effect.gen(function* () {
        const asked = { organizationId: org, projectId: project, id: connection, key, by }
        const rotated = yield* (yield* ModelConnections).rotate(asked)
        yield* print(json, rotated, `${rotated.id} has its new key.`)
      }).pipe(Effect.provide(connections))
    )
  })
).pipe(Command.withDescription("Replace the key of a model connection. The new one is read from standard input"))

const remove = Command.make("remove", { org, project, connection, json }, ({ org, project, connection, json }) =>
  administer(
    Effect.gen(function* () {
      const asked = { organizationId: org, projectId: project, id: connection, by }
      const removed = yield* (yield* ModelConnections).remove(asked)
      yield* print(json, removed, `${removed.id} is removed, with its key.`)
    }).pipe(Effect.provide(connections))
  )
).pipe(Command.withDescription("Remove a model connection with its key; what calls through it fails from then on"))

/** The commands `connection add`, `connection list`, `connection rotate` and `connection remove`. */
export const modelConnections = Command.make("connection").pipe(
  Command.withDescription("What apps and judges call models through"),
  Command.withSubcommands([add, list, rotate, remove])
)
