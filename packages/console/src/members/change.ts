import { type Member, Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { radios } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { seeOther } from "../paths.ts"
import { readRole, roleOptions } from "../roles.ts"
import { membersPath } from "./links.ts"
import { changedMember } from "./member.ts"

const page = (visit: InOrganization, member: Member, chosen: string = member.role, error?: string): Page => ({
  title: "Change a member",
  ...(error !== undefined && { status: 422 }),
  body: html`${facts([
      ["Name", bdi(member.name)],
      ["E-mail", bdi(member.email ?? "—")]
    ])}
    ${form({
      ...(error !== undefined && { errors: { role: error } }),
      body: html`${radios({ name: "role", label: "Role", options: roleOptions(visit.membership.role), chosen: [chosen], error })}
      ${actions(button("Change role"), buttonLink("Cancel", membersPath(visit)))}`
    })}
    <h2>Remove</h2>
    <p>Ends the membership, with every session and token that reaches the organization through it.</p>
    ${actions(buttonLink("Remove member", membersPath(visit, [member.userId, "remove"]), { kind: "danger" }))}`
})

export const showMember = Effect.fnUntraced(function* (visit: InOrganization) {
  return page(visit, yield* changedMember(visit))
})

/** Changes a member's role. */
export const changeRole = Effect.fnUntraced(function* (visit: InOrganization) {
  const { by, form, membership } = visit
  const member = yield* changedMember(visit)
  const role = readRole(membership.role, form.text("role"))
  if (role === undefined) return page(visit, member, form.text("role"), "Choose a role.")
  const organizations = yield* Organizations
  return yield* organizations
    .changeRole({ organizationId: membership.organizationId, userId: member.userId, role, by })
    .pipe(
      Effect.as(seeOther(membersPath(visit), "changed")),
      Effect.catchTag("LastOwner", ({ message }) =>
        Effect.succeed({ ...page(visit, member, role, message), status: 409 })
      )
    )
})
