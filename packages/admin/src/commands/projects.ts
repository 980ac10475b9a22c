import { Organizations } from "@agent-operations/auth"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { administer } from "../Installation.ts"
import { by, json, name, org, print, table, text } from "../io.ts"

const create = Command.make(
  "create",
  {
    org,
    name,
    id: text("id").pipe(Flag.withDescription("An ID of your own, 1 to 200 characters"), Flag.optional),
    json
  },
  ({ org, name, id, json }) =>
    administer(
      Effect.gen(function* () {
        const created = yield* (yield* Organizations).createProject({
          organizationId: org,
          name,
          by,
          ...(Option.isSome(id) ? { id: id.value } : {})
        })
        yield* print(json, created, created.id)
      })
    )
).pipe(Command.withDescription("Create a project and print its ID"))

const list = Command.make("list", { org, json }, ({ org, json }) =>
  administer(
    Effect.gen(function* () {
      const projects = yield* (yield* Organizations).projects({ organizationId: org, by })
      yield* print(json, projects, table(projects.map(({ id, name }) => [id, name])))
    })
  )
).pipe(Command.withDescription("List an organization's projects"))

/** The commands `project create` and `project list`. */
export const projects = Command.make("project").pipe(
  Command.withDescription("Projects"),
  Command.withSubcommands([create, list])
)
