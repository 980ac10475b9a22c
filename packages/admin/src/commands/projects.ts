import { Organizations } from "@agent-operations/auth"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { administer } from "../Installation.ts"
import { after, willBeDeleted } from "./deletion.ts"
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

const project = text("project").pipe(Flag.withDescription("The project's ID"))

const remove = Command.make("delete", { org, project, after, json }, ({ org, project, after, json }) =>
  administer(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const planned = yield* organizations.planProjectDeletion({ organizationId: org, id: project, by, after })
      yield* print(json, planned, willBeDeleted(project, planned))
    })
  )
).pipe(Command.withDescription("Plan the deletion of a project with all that it holds"))

const keep = Command.make("keep", { org, project, json }, ({ org, project, json }) =>
  administer(
    Effect.gen(function* () {
      yield* (yield* Organizations).cancelProjectDeletion({ organizationId: org, id: project, by })
      yield* print(json, { id: project }, `${project} will not be deleted.`)
    })
  )
).pipe(Command.withDescription("Cancel the deletion of a project"))

/** The commands `project create`, `project list`, `project delete` and `project keep`. */
export const projects = Command.make("project").pipe(
  Command.withDescription("Projects"),
  Command.withSubcommands([create, list, remove, keep])
)
