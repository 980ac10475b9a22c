import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import type { Site } from "../site.ts"
import { organizationPath, path } from "../paths.ts"
import { roleNames } from "../roles.ts"

const newOne = (site: Site) =>
  buttonLink("Create organization", path(site, "organizations", "new"), { kind: "primary" })

const notices = { left: "You left the organization." }

/** The organizations that a person is in. */
export const organizationList = Effect.fnUntraced(function* ({ by, site }: SignedIn) {
  const memberships = yield* Organizations.use((organizations) => organizations.membershipsOf(by))
  return {
    title: "Organizations",
    primary: when(memberships.length > 0, () => newOne(site)),
    notices,
    body:
      memberships.length === 0
        ? empty(
            "You are in no organization yet. Create one, or open the link of an invitation that was mailed to you.",
            newOne(site)
          )
        : table({
            caption: "Organizations that you are in",
            columns: ["Organization", "Your role"],
            rows: memberships.map((membership) => [
              html`<a href="${organizationPath(site, membership)}">${bdi(membership.organizationName)}</a>`,
              roleNames[membership.role]
            ])
          })
  }
})
