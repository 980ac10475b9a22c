import type { ApiKey } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { wholeCode } from "../html/code.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { keysOf } from "./state.ts"
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

const notices = { revoked: "The key is revoked. It stopped working at once." }

/** The organization's API keys. */
export const keyList = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { working, ended } = yield* keysOf(visit)
    const newOne = buttonLink("Create key", organizationPath(visit.site, visit.membership, "keys", "new"), {
      kind: "primary"
    })
    return {
      title: "API keys",
      primary: newOne,
      notices,
      body: html`<p>A program with a key may do what the key's scopes allow, in every project of the organization.</p>
        ${
          working.length === 0
            ? empty("There are no active keys. Create one for a program that calls the API.")
            : table({
                caption: "Active keys, newest first",
                columns: ["Name", "Key", "Scopes", "Created by", "Last used", "Expires", "Actions"],
                rows: working.map(workingRow(visit))
              })
        }
        ${when(
          ended.length > 0,
          () =>
            html`<h2>Keys that no longer work</h2>
              ${table({
                caption: "Revoked, replaced and expired keys, newest first",
                columns: ["Name", "Key", "Created by", "Last used", "Ended"],
                rows: ended.map(endedRow(visit))
              })}`
        )}`
    }
  })
)
