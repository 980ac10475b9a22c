import type { ApiKey } from "@agent-operations/auth"
import { badge } from "../html/badge.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"

/** From where a key was used, and by which program, as far as that is known. */
const origin = ({ lastUsedFrom }: ApiKey): Html | "" =>
  when(
    lastUsedFrom,
    ({ address, program }) =>
      html`<div class="quiet">
        ${when(address, (address) => html`from ${bdi(address)}`)}
        ${when(program, (program) => html`by ${bdi(program)}`)}
      </div>`
  )

/** When a key was last used, from where and by what. */
export const lastUse = (key: ApiKey): Html =>
  key.lastUsedAt === null ? html`Never used` : html`${time(key.lastUsedAt)} ${origin(key)}`

/** Who created a key, and when. */
export const creation = ({ createdBy, createdAt }: ApiKey): Html =>
  html`${bdi(createdBy.name)}
    <div class="quiet">${time(createdAt)}</div>`

/** When a key stops working, or did. */
export const end = ({ revokedAt, expiresAt, replacedBy }: ApiKey, works: boolean): Html => {
  if (revokedAt !== null) {
    return html`${replacedBy === null ? "Revoked" : "Replaced"}
      <div class="quiet">${time(revokedAt)}</div>`
  }
  if (expiresAt === null) return html`Never`
  if (!works)
    return html`${replacedBy === null ? "Expired" : "Replaced"}
      <div class="quiet">${time(expiresAt)}</div>`
  return html`${time(expiresAt)} ${when(replacedBy !== null, () => badge("replaced", "warning"))}`
}
