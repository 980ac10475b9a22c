import { type InvitationLimits, Invitations, type TooManyInvitations } from "@agent-operations/auth"
import { Effect, Redacted, Result } from "effect"
import type { Answer, InOrganization, Page } from "../context.ts"
import { duration } from "../duration.ts"
import { codeBlock } from "../html/code.ts"
import { type FieldErrors, radios, textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { idempotencyField, idempotencyKeyOf } from "../once.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { readRole, roleOptions } from "../roles.ts"
import { isEmailAddress, Mail } from "@agent-operations/identity"
import { invitationMail } from "./mail.ts"

const page = (
  { membership, form: typed, site }: InOrganization,
  errors: FieldErrors = {},
  refused: Pick<Page, "status" | "headers"> = { status: 422 }
): Page => ({
  title: "Invite member",
  ...(Object.keys(errors).length > 0 && refused),
  body: html`<p>They get a link by mail, and join once they sign in with this address.</p>
    ${form({
      errors,
      body: html`${textField({
        name: "email",
        label: "E-mail address",
        type: "email",
        value: typed.text("email"),
        error: errors["email"],
        required: true
      })}
      ${radios({
        name: "role",
        label: "Role",
        options: roleOptions(membership.role),
        chosen: [typed.has("role") ? typed.text("role") : "member"],
        error: errors["role"]
      })}
      ${idempotencyField(typed)}
      ${actions(button("Send invitation"), buttonLink("Cancel", organizationPath(site, membership, "members")))}`
    })}`
})

/** The link, for whoever invites to hand over, where it could not be mailed. */
const linkPage = ({ membership, site }: InOrganization, email: string, link: string, why: string): Page => ({
  title: "Pass on the invitation",
  status: 201,
  body: html`${notice("warning", why)}
    <p>Give this link to ${bdi(email)} yourself. It is not shown again, and works for this address only.</p>
    ${codeBlock({ id: "link", label: "Invitation link", text: link, wrap: true })}
    ${buttonLink("Members", organizationPath(site, membership, "members"))}`
})

/** What to do about a limit, as the end of what is said of it. */
const ways: Readonly<Record<keyof InvitationLimits, string>> = {
  person: "or have another owner or admin invite them",
  organization: "or ask the operator of this server",
  recipient: "or ask them to look for the link among their unwanted mail"
}

const tooMany = (visit: InOrganization, { reached, message, retryAfter }: TooManyInvitations) =>
  page(
    visit,
    { email: `${message} Try again in ${duration(retryAfter)}, ${ways[reached]}.` },
    { status: 429, headers: { "retry-after": String(retryAfter) } }
  )

/** For a form that was sent again: the first invitation stands, with its link. */
const alreadyInvited = ({ membership, site }: InOrganization, email: string): Page => ({
  title: "The invitation was created already",
  status: 409,
  body: html`<p>
      This form was sent before. The link for ${bdi(email)} was mailed or shown then, and is not shown again.
    </p>
    <p>If it is lost, invite the address again: the earlier link then stops working.</p>
    ${actions(
      buttonLink("Members", organizationPath(site, membership, "members"), { kind: "primary" }),
      buttonLink("Send another invitation", organizationPath(site, membership, "members", "invitations", "new"))
    )}`
})

export const newInvitation = onlyManagers((visit) => Effect.succeed(page(visit)))

/** Invites an address, and mails the link to it if this server sends mail. */
export const invite = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { by, form, membership, site, session } = visit
    const email = form.text("email").trim()
    const role = readRole(membership.role, form.text("role"))
    if (!isEmailAddress(email)) {
      return page(visit, { email: "Write an e-mail address such as ada@example.com." })
    }
    if (role === undefined) return page(visit, { role: "Choose a role." })
    const { organizationId, organizationName } = membership
    const invitations = yield* Invitations
    const made = yield* Effect.result(
      invitations.create({ organizationId, email, role, by, idempotencyKey: idempotencyKeyOf(form) })
    )
    if (Result.isFailure(made)) {
      switch (made.failure._tag) {
        case "TooManyInvitations":
          return tooMany(visit, made.failure)
        case "AlreadyCreated":
          return alreadyInvited(visit, email)
        default:
          return yield* made.failure
      }
    }
    const link = `${site.baseUrl}/invitations/open?token=${Redacted.value(made.success.token)}`
    const mail = yield* Mail
    if (!mail.enabled) return linkPage(visit, email, link, "This server sends no mail.")
    const invitedBy = session.user
    return yield* mail
      .send(invitationMail({ product: site.name, to: email, organizationName, invitedBy, role, link }))
      .pipe(
        Effect.as<Answer>(seeOther(organizationPath(site, membership, "members"), "invited")),
        Effect.catchTag("MailFailed", ({ message }) =>
          Effect.as(
            Effect.logWarning(`An invitation could not be mailed: ${message}`),
            linkPage(visit, email, link, "The mail could not be sent.")
          )
        )
      )
  })
)
