import type { Deletion } from "@agent-operations/auth"
import { button, form } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import type { Place } from "../html/layout.ts"
import { notice } from "../html/notice.ts"
import { exactTime } from "../organizations/audit-words.ts"
import { organizationPath, projectPath } from "../paths.ts"

const planned = (what: Html, { at, by }: Deletion, cancel: string | undefined): Html =>
  notice(
    "warning",
    html`<p>
        <b>${what} will be deleted on ${exactTime(at)}.</b> ${bdi(by.name)} planned it. API keys and connected
        applications can't reach it any more, and nothing in it can be changed until an owner cancels that.
      </p>
      ${when(cancel, (action) => form({ action, body: button("Cancel deletion", { kind: "plain" }) }))}`
  )

/** Tells everybody on every page what is going to be deleted; owners can cancel it. */
export const deletionBanner = ({ site, membership, project }: Place): Html | "" => {
  const keep = (path: string) => (membership?.role === "owner" ? path : undefined)
  const ofOrganization = when(membership?.deletion, (deletion) =>
    planned(
      html`The organization ${bdi(membership!.organizationName)}`,
      deletion,
      keep(organizationPath(site, membership!, "settings", "keep"))
    )
  )
  const ofProject = when(project?.deletion, (deletion) =>
    planned(html`The project ${bdi(project!.name)}`, deletion, keep(projectPath(site, project!, "settings", "keep")))
  )
  return html`${ofOrganization} ${ofProject}`
}
