import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { pageOf, readForPage } from "../paging.ts"
import type { Site } from "../site.ts"
import { organizationPath, path } from "../paths.ts"
import { roleNames } from "../roles.ts"

const newOne = (site: Site) =>
  buttonLink("Create organization", path(site, "organizations", "new"), { kind: "primary" })

const notices = { left: "You left the organization." }

/** The organizations that a person is in. */
export const organizationList = Effect.fnUntraced(function* ({ by, query, site }: SignedIn) {
  const after = query("after")
  const memberships = yield* Organizations.use((organizations) =>
    organizations.membershipsOf({ ...by, after, limit: readForPage })
  )
  const { items, last } = pageOf(memberships, ({ organizationId }) => organizationId)
  const hasNone = items.length === 0 && after === undefined
  return {
    title: "Organizations",
    primary: when(!hasNone, () => newOne(site)),
    notices,
    body: hasNone
      ? empty(
          "You are in no organization yet. Create one, or open the link of an invitation that was mailed to you.",
          newOne(site)
        )
      : items.length === 0
        ? empty("No further organization comes after these by name.")
        : html`${table({
            caption: "Organizations that you are in",
            columns: ["Organization", "Your role"],
            rows: items.map((membership) => [
              html`<a href="${organizationPath(site, membership)}">${bdi(membership.organizationName)}</a>`,
              roleNames[membership.role]
            ])
          })}
          ${nextPage(last && `${path(site, "organizations")}?after=${encodeURIComponent(last)}`, "More organizations")}`
  }
})
