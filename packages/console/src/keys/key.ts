import { type ApiKey, ApiKeys } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { code } from "../html/code.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { facts } from "../html/table.ts"
import { nameForm, withName } from "../name-form.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"
import { explainScopes } from "../scopes.ts"
import { findKey } from "./state.ts"
import { end, lastUse } from "./words.ts"

interface Shown {
  readonly key: ApiKey
  readonly works: boolean
  /** The key that replaced it. */
  readonly successor: ApiKey | undefined
}

/** The key that the path names, whether or not it works. */
const shownKey = Effect.fnUntraced(function* (visit: InOrganization) {
  const found = yield* findKey(visit, visit.param("key"))
  const { replacedBy } = found.key
  const successor = replacedBy === null ? undefined : (yield* findKey(visit, replacedBy)).key
  return { ...found, successor } satisfies Shown
})

const to = ({ membership, site }: InOrganization, { id }: ApiKey, ...rest: ReadonlyArray<string>) =>
  organizationPath(site, membership, "keys", id, ...rest)

const replaced = (visit: InOrganization, { key, works, successor }: Shown): Html | "" =>
  when(successor, (successor) => {
    const link = html`<a href="${to(visit, successor)}">${bdi(successor.name)}</a> (${code(successor.preview)})`
    return works && key.expiresAt !== null
      ? notice(
          "warning",
          html`<p>Replaced by ${link}. Both work until ${time(key.expiresAt)}: switch programs over before then.</p>`
        )
      : notice("plain", html`<p>Replaced by ${link}.</p>`)
  })

const rename = ({ works }: Shown, value: string, error?: string): Html | "" =>
  when(
    works,
    () =>
      html`<h2>Rename</h2>
        ${nameForm({ label: "Name", button: "Rename key", value, error })}`
  )

const page = (visit: InOrganization, shown: Shown, value = shown.key.name, error?: string): Page => {
  const { key, works } = shown
  return {
    title: key.name,
    trail: [{ label: "API keys", href: organizationPath(visit.site, visit.membership, "keys") }],
    ...(works && {
      primary: buttonLink("Replace key", to(visit, key, "replace")),
      more: [{ label: "Revoke key", href: to(visit, key, "revoke"), destructive: true }]
    }),
    ...(error !== undefined && { status: 422 }),
    notices: { renamed: "The key has its new name. Programs that use it notice nothing." },
    body: html`${replaced(visit, shown)}
      ${facts([
        ["Key", code(key.preview)],
        ["ID", code(key.id)],
        ["Created by", html`${bdi(key.createdBy.name)}, ${time(key.createdAt)}`],
        ["Last used", lastUse(key)],
        [works ? "Expires" : "Ended", end(key, works)]
      ])}
      <p class="quiet">“Last used” can be up to a minute behind.</p>
      <h2>What it may do</h2>
      <p>In every project of ${bdi(visit.membership.organizationName)}:</p>
      ${explainScopes(visit.site, key.scopes)} ${rename(shown, value, error)}`
  }
}

/** A key: who created it, when and from where it was used, what it may do and until when. */
export const showKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    return page(visit, yield* shownKey(visit))
  })
)

/** Gives a key another name. */
export const renameKey = onlyManagers((visit) =>
  withName(
    visit,
    Effect.fnUntraced(function* (value, error) {
      return page(visit, yield* shownKey(visit), value, error)
    }),
    Effect.fnUntraced(function* (name) {
      const { membership, by, param } = visit
      const { organizationId } = membership
      yield* ApiKeys.use((keys) => keys.rename({ organizationId, id: param("key"), name, by }))
      return seeOther(organizationPath(visit.site, membership, "keys", param("key")), "renamed")
    })
  )
)
