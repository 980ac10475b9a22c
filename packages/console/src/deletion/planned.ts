import type { Deletion, Project } from "@agent-operations/auth"
import { Data, Effect } from "effect"
import type { FormEffect, InOrganization, PageHandler } from "../context.ts"
import { html } from "../html/html.ts"
import { exactTime } from "../organizations/audit-words.ts"
import { organizationPath, projectPath } from "../paths.ts"

/** A form would have changed something in what is going to be deleted. It did not. */
export class DeletionPlanned extends Data.TaggedError("DeletionPlanned")<{
  /** "project" or "organization". */
  readonly what: string
  readonly name: string
  readonly deletion: Deletion
  /** Whether whoever sent the form can cancel the deletion. */
  readonly isOwner: boolean
  /** Where it is cancelled, or else where those are listed who can. */
  readonly href: string
}> {}

type At = InOrganization & { readonly project?: Project }

/** The organization that a request is in, or else the project, if it is going to be deleted. */
const plannedFor = ({ site, membership, project }: At): DeletionPlanned | undefined => {
  const isOwner = membership.role === "owner"
  const failure = (what: string, name: string, deletion: Deletion, settings: string) =>
    new DeletionPlanned({
      what,
      name,
      deletion,
      isOwner,
      href: isOwner ? settings : organizationPath(site, membership, "members")
    })
  if (membership.deletion !== undefined) {
    const settings = organizationPath(site, membership, "settings")
    return failure("organization", membership.organizationName, membership.deletion, settings)
  }
  return project?.deletion === undefined
    ? undefined
    : failure("project", project.name, project.deletion, projectPath(site, project, "settings"))
}

/**
 * A page whose form changes nothing in what is going to be deleted: there, people read, and owners keep it. Its routes are
 * made by this, so that no form has to ask for itself. Law: A10.
 */
export const unlessPlanned =
  <V extends At, R>(page: PageHandler<V, R>, form: FormEffect = "changes"): PageHandler<V, R> =>
  (visit) => {
    const planned = visit.request.method === "POST" && form === "changes" ? plannedFor(visit) : undefined
    return planned === undefined ? page(visit) : Effect.fail(planned)
  }

/** What to do about it. */
export const whatNext = ({ what, deletion, isOwner, href }: DeletionPlanned) => {
  const [who, to] = isOwner
    ? (["You can cancel that", `Settings of the ${what}`] as const)
    : (["An owner of the organization can cancel that", "Its members"] as const)
  return html`<p>
    It will be deleted on ${exactTime(deletion.at)}. ${who}: <a href="${href}" target="_blank">${to}</a>, in another
    tab. Then send this again.
  </p>`
}
