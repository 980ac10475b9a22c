import type { Role } from "@agent-operations/auth"
import { html, turningSigns } from "../html/html.ts"
import { roleNames } from "../roles.ts"

/** What turns the text around it, breaks its line, or parts it for nobody to see. */
const unseen = new RegExp(String.raw`[\p{Cc}\p{Cs}\uFEFF\u2028\u2029${turningSigns}]+`, "gu")

/** What addresses are made of, in the forms that mail programs take for it. */
const joint = /([.:/\\@\u2024\u3002\uFE52\uFF0E\uFF0F\uFF1A\uFF20\uFF61])(?=\S)/gu

/**
 * A name that no mail program makes a link of, whatever it says.
 *
 * @example
 * unlinked("https://evil.example") // "https: / / evil. example"
 */
const unlinked = (name: string): string => name.replace(unseen, " ").trim().replace(joint, "$1 ")

/** An address as it is, unless it holds what makes another link of a part of it. */
const addressOf = (email: string) => (/^[\w.+-]+@[\w.-]+$/.test(email) ? email : unlinked(email))

/** The mail that invites somebody. Nothing that a person chose is in its subject, or a link. */
export const invitationMail = (invitation: {
  /** The name of the product. */
  readonly product: string
  readonly to: string
  readonly organizationName: string
  readonly invitedBy: { readonly name: string; readonly email: string }
  readonly role: Role
  readonly link: string
}) => {
  const { product, to, organizationName, invitedBy, role, link } = invitation
  const who = `${unlinked(invitedBy.name)} (${addressOf(invitedBy.email)})`
  const lead = `${who} invites you to join the organization "${unlinked(organizationName)}" on ${product} as ${roleNames[role].toLowerCase()}.`
  const rest = `The link is valid for 7 days, once, for this address. If you do not know who invites you, or do not want to join, ignore this mail: nothing happens.`
  return {
    to,
    subject: `Invitation to ${product}`,
    text: `${lead}\n\n${link}\n\n${rest}\n`,
    html: String(
      html`<p>${lead}</p>
        <p><a href="${link}">${link}</a></p>
        <p>${rest}</p>`
    )
  }
}
