import { type ApiKey, ApiKeys } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { wholeCode } from "../html/code.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { creation, end, lastUse } from "./words.ts"

const nameOf = ({ membership, site }: InOrganization, key: ApiKey) =>
  html`<a href="${organizationPath(site, membership, "keys", key.id)}">${bdi(key.name)}</a>`

const workingRow = (visit: InOrganization) => (key: ApiKey) => {
  const to = (page: string) => organizationPath(visit.site, visit.membership, "keys", key.id, page)
  return [
    nameOf(visit, key),
    wholeCode(key.preview),
    listScopes(key.scopes),
    creation(key),
    lastUse(key),
    end(key, true),
    actions(
      buttonLink("Replace", to("replace"), { about: key.name }),
      buttonLink("Revoke", to("revoke"), { about: key.name })
    )
  ]
}

const endedRow = (visit: InOrganization) => (key: ApiKey) => [
  nameOf(visit, key),
  wholeCode(key.preview),
  creation(key),
  lastUse(key),
  end(key, false)
]

/** How many keys of each sort a page lists. */
const pageSize = 100

/** The parameter of the query that says where a list goes on: of the keys that work, and of those that no longer do. */
const cursors = { working: "before", ended: "ended" } as const

/** A part of the keys of one sort, newest first, and the way to the next. */
const listOf = Effect.fnUntraced(function* (visit: InOrganization, sort: keyof typeof cursors) {
  const { membership, by, query, site } = visit
  const { organizationId } = membership
  const cursor = cursors[sort]
  const before = query(cursor)
  const { items, nextBefore } = yield* ApiKeys.use((keys) =>
    keys.list({ organizationId, by, before, limit: pageSize, works: sort === "working" })
  )
  const next = nextBefore && `${organizationPath(site, membership, "keys")}?${cursor}=${encodeURIComponent(nextBefore)}`
  return { items, isFirst: before === undefined, more: nextPage(next, "Earlier keys") }
})

const notices = { revoked: "The key is revoked. It stopped working at once." }

/** The organization's API keys. */
export const keyList = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const working = yield* listOf(visit, "working")
    const ended = yield* listOf(visit, "ended")
    const newOne = buttonLink("Create key", organizationPath(visit.site, visit.membership, "keys", "new"), {
      kind: "primary"
    })
    return {
      title: "API keys",
      primary: newOne,
      notices,
      body: html`<p>A program with a key may do what the key's scopes allow, in every project of the organization.</p>
        ${
          working.items.length === 0
            ? empty(
                working.isFirst
                  ? "There are no active keys. Create one for a program that calls the API."
                  : "No active key was created earlier."
              )
            : html`${table({
                caption: "Active keys, newest first",
                columns: ["Name", "Key", "Scopes", "Created by", "Last used", "Expires", "Actions"],
                rows: working.items.map(workingRow(visit))
              })}
              ${working.more}`
        }
        ${when(
          ended.items.length > 0,
          () =>
            html`<h2>Keys that no longer work</h2>
              ${table({
                caption: "Revoked, replaced and expired keys, newest first",
                columns: ["Name", "Key", "Created by", "Last used", "Ended"],
                rows: ended.items.map(endedRow(visit))
              })}
              ${ended.more}`
        )}`
    }
  })
)
