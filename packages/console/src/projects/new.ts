import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Answer, InOrganization, Page, Visit } from "../context.ts"
import { html } from "../html/html.ts"
import { nameForm, withName } from "../name-form.ts"
import { idempotencyField, idempotencyKeyOf } from "../once.ts"
import { seeOther } from "../paths.ts"
import { onlyManagers } from "../only.ts"
import { heldIn, projectHome } from "../site.ts"

const page = ({ form, site }: Visit, value = "", error?: string): Effect.Effect<Page> =>
  Effect.succeed({
    title: "Create project",
    ...(error !== undefined && { status: 422 }),
    body: html`<p>A project holds ${heldIn(site)}, shared by everybody in the organization.</p>
      ${nameForm({ label: "Name of the project", button: "Create project", value, error, unseen: idempotencyField(form) })}`
  })

export const newProject = onlyManagers((visit) => page(visit))

/** Creates a project. */
export const createProject = onlyManagers((visit: InOrganization) =>
  withName(
    visit,
    (value, error) => page(visit, value, error),
    Effect.fnUntraced(function* (name) {
      const { organizationId } = visit.membership
      const organizations = yield* Organizations
      return yield* organizations
        .createProject({ organizationId, name, by: visit.by, idempotencyKey: idempotencyKeyOf(visit.form) })
        .pipe(
          // The ID is random.
          Effect.catchTag("AlreadyExists", Effect.die),
          Effect.map((project): Answer => seeOther(projectHome(visit.site, project))),
          Effect.catchTag("TooManyProjects", ({ message }) => page(visit, name, message))
        )
    })
  )
)
