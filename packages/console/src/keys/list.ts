import type { ApiKey } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { wholeCode } from "../html/code.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { listScopes } from "../scopes.ts"
import { keysOf } from "./state.ts"

const timeOr = (iso: string | null, otherwise: string) => (iso === null ? otherwise : time(iso))

const workingRow =
  ({ membership, site }: InOrganization) =>
  (key: ApiKey) => [
    bdi(key.name),
    wholeCode(key.preview),
    listScopes(key.scopes),
    timeOr(key.expiresAt, "Never"),
    timeOr(key.lastUsedAt, "Never"),
    actions(
      buttonLink("Replace", organizationPath(site, membership, "keys", key.id, "replace"), { about: key.name }),
      buttonLink("Revoke", organizationPath(site, membership, "keys", key.id, "revoke"), { about: key.name })
    )
  ]

const endedRow = (key: ApiKey) => [
  bdi(key.name),
  wholeCode(key.preview),
  key.revokedAt === null ? html`Expired ${timeOr(key.expiresAt, "")}` : html`Revoked ${time(key.revokedAt)}`,
  timeOr(key.lastUsedAt, "Never")
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
      notices,
      body: html`<p>A program with a key may do what the key's scopes allow, in every project of the organization.</p>
        ${
          working.length === 0
            ? empty("There are no active keys. Create one for a program that calls the API.", newOne)
            : html`${table({
                caption: "Active keys, newest first",
                columns: ["Name", "Key", "Scopes", "Expires", "Last used", "Actions"],
                rows: working.map(workingRow(visit))
              })}
              ${actions(newOne)}`
        }
        ${when(
          ended.length > 0,
          () =>
            html`<h2>Keys that no longer work</h2>
              ${table({
                caption: "Revoked and expired keys, newest first",
                columns: ["Name", "Key", "Ended", "Last used"],
                rows: ended.map(endedRow)
              })}`
        )}`
    }
  })
)
