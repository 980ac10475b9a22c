import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { administer } from "../Installation.ts"
import { json, name, print, table } from "../io.ts"

const create = Command.make("create", { name, json }, ({ name, json }) =>
  administer(
    Effect.gen(function* () {
      const created = yield* (yield* Organizations).create({ name })
      yield* print(json, created, created.id)
    })
  )
).pipe(Command.withDescription("Create an organization and print its ID"))

const list = Command.make("list", { json }, ({ json }) =>
  administer(
    Effect.gen(function* () {
      const all = yield* (yield* Organizations).list
      yield* print(json, all, table(all.map(({ id, name }) => [id, name])))
    })
  )
).pipe(Command.withDescription("List every organization"))

/** The commands `org create` and `org list`. */
export const organizations = Command.make("org").pipe(
  Command.withDescription("Organizations"),
  Command.withSubcommands([create, list])
)
