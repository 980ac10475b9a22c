import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { administer } from "../Installation.ts"
import { after, willBeDeleted } from "./deletion.ts"
import { by, json, name, org, print, table } from "../io.ts"

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

const remove = Command.make("delete", { org, after, json }, ({ org, after, json }) =>
  administer(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const planned = yield* organizations.planOrganizationDeletion({ organizationId: org, by, after })
      yield* print(json, planned, willBeDeleted(org, planned))
    })
  )
).pipe(Command.withDescription("Plan the deletion of an organization with its projects, members and keys"))

const keep = Command.make("keep", { org, json }, ({ org, json }) =>
  administer(
    Effect.gen(function* () {
      yield* (yield* Organizations).cancelOrganizationDeletion({ organizationId: org, by })
      yield* print(json, { id: org }, `${org} will not be deleted.`)
    })
  )
).pipe(Command.withDescription("Cancel the deletion of an organization"))

/** The commands `org create`, `org list`, `org delete` and `org keep`. */
export const organizations = Command.make("org").pipe(
  Command.withDescription("Organizations"),
  Command.withSubcommands([create, list, remove, keep])
)
