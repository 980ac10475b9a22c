import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Page, SignedIn } from "../context.ts"
import { html } from "../html/html.ts"
import { nameForm, withName } from "../name-form.ts"
import { organizationPath, seeOther } from "../paths.ts"

const page = (value = "", error?: string): Effect.Effect<Page> =>
  Effect.succeed({
    title: "New organization",
    ...(error !== undefined && { status: 422 }),
    body: html`<p>
        An organization holds projects, and the people and API keys that work with them. You become its owner.
      </p>
      ${nameForm({ label: "Name of the organization", button: "Make the organization", value, error })}`
  })

export const newOrganization = () => page()

/** Makes an organization, owned by whoever makes it. */
export const createOrganization = (visit: SignedIn) =>
  withName(
    visit,
    page,
    Effect.fnUntraced(function* (name) {
      const { id: userId, name: person, email } = visit.session.user
      const organizations = yield* Organizations
      const { id } = yield* organizations.create({ name, owner: { userId, name: person, email } })
      return seeOther(organizationPath({ organizationId: id }), "made")
    })
  )
