import { type Membership, Organizations, type Project } from "@agent-operations/auth"
import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import type { OptionGroup } from "../html/field.ts"

/** Where a program may be let to: an organization and a project of it. */
export interface Target {
  readonly organizationId: string
  readonly projectId: string
}

/** How many projects are offered at most: in equal parts of the person's organizations, of which each leaves to others what it has not. */
const mostOffered = 2000

/** The projects of one organization that are offered. */
export interface Places {
  readonly membership: Membership
  readonly projects: ReadonlyArray<Project>
  /** Whether there may be more: as many were read as asked for. */
  readonly isCut: boolean
}

/** The person's organizations with their projects, or of many the first by name. */
export const placesOf = Effect.fnUntraced(function* ({ by }: SignedIn) {
  const organizations = yield* Organizations
  const memberships = yield* organizations.membershipsOf({ ...by, limit: mostOffered })
  const read = (membership: Membership, limit: number) =>
    organizations.projects({ organizationId: membership.organizationId, by, limit }).pipe(
      // Whoever was removed in between has none there.
      Effect.catchTag("Unknown", () => Effect.succeed([])),
      Effect.map((projects): Places => ({ membership, projects, isCut: projects.length === limit }))
    )
  const part = Math.ceil(mostOffered / Math.max(1, memberships.length))
  const places = yield* Effect.forEach(memberships, (membership) => read(membership, part))
  const large = places.filter(({ isCut }) => isCut)
  const left = mostOffered - places.reduce((sum, { projects }) => sum + projects.length, 0)
  if (large.length === 0 || left <= 0) return places
  const more = part + Math.floor(left / large.length)
  return yield* Effect.forEach(places, (place) =>
    large.includes(place) ? read(place.membership, more) : Effect.succeed(place)
  )
})

const valueOf = ({ organizationId, id }: Project) => `${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}`

/** Every project as an option under its organization. */
export const placeOptions = (places: ReadonlyArray<Places>): ReadonlyArray<OptionGroup> =>
  places
    .filter(({ projects }) => projects.length > 0)
    .map(({ membership, projects }) => ({
      group: membership.organizationName,
      options: projects.map((project) => ({
        value: valueOf(project),
        label: `${project.name} (${membership.organizationName})`
      }))
    }))

/** The target that a form's value names, if it is one that was offered. */
export const readTarget = (places: ReadonlyArray<Places>, value: string): Target | undefined => {
  const project = places.flatMap(({ projects }) => projects).find((project) => valueOf(project) === value)
  return project && { organizationId: project.organizationId, projectId: project.id }
}
