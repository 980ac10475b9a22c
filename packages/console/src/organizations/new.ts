import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Answer, Page, SignedIn, Visit } from "../context.ts"
import { html } from "../html/html.ts"
import { nameForm, withName } from "../name-form.ts"
import { idempotencyField, idempotencyKeyOf } from "../once.ts"
import { organizationPath, seeOther } from "../paths.ts"

const page = ({ form }: Visit, value = "", error?: string): Effect.Effect<Page> =>
  Effect.succeed({
    title: "Create organization",
    ...(error !== undefined && { status: 422 }),
    body: html`<p>
        An organization holds projects, and the people and API keys that work with them. You become its owner.
      </p>
      ${nameForm({ label: "Name of the organization", button: "Create organization", value, error, unseen: idempotencyField(form) })}`
  })

export const newOrganization = (visit: SignedIn) => page(visit)

/** Creates an organization, owned by whoever creates it. */
export const createOrganization = (visit: SignedIn) =>
  withName(
    visit,
    (value, error) => page(visit, value, error),
    Effect.fnUntraced(function* (name) {
      const { id: userId, name: person, email } = visit.session.user
      const { organizationsPerPerson: most = 20 } = visit.site
      const organizations = yield* Organizations
      return yield* organizations
        .create({
          name,
          owner: { userId, name: person, email },
          most: most === "off" ? undefined : most,
          idempotencyKey: idempotencyKeyOf(visit.form)
        })
        .pipe(
          Effect.map(({ id }): Answer => seeOther(organizationPath(visit.site, { organizationId: id }), "created")),
          Effect.catchTag("TooManyOrganizations", ({ message }) => page(visit, name, message))
        )
    })
  )
