import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { code } from "../html/code.ts"
import { deletionEntry } from "../deletion/confirm.ts"
import { html, when } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { nameForm, withName } from "../name-form.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath, seeOther } from "../paths.ts"

const page = ({ membership, site }: InOrganization, value = membership.organizationName, error?: string): Page => ({
  title: "Settings of the organization",
  ...(error !== undefined && { status: 422 }),
  notices: { renamed: "The organization has its new name.", kept: "The organization will not be deleted." },
  body: html`${nameForm({ label: "Name", button: "Rename organization", value, error })}
  ${facts([["ID", code(membership.organizationId)]])}
  ${when(membership.role === "owner" && membership.deletion === undefined, () => deletionEntry("organization", organizationPath(site, membership, "settings", "delete")))}`
})

export const organizationSettings = onlyManagers((visit) => Effect.succeed(page(visit)))

export const renameOrganization = onlyManagers((visit) =>
  withName(
    visit,
    (value, error) => Effect.succeed(page(visit, value, error)),
    Effect.fnUntraced(function* (name) {
      const { membership, by } = visit
      const organizations = yield* Organizations
      yield* organizations.rename({ organizationId: membership.organizationId, name, by })
      return seeOther(organizationPath(visit.site, membership, "settings"), "renamed")
    })
  )
)
