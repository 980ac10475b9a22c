import { Effect } from "effect"
import { type Html, html, made } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import type { Section } from "../Section.ts"
import type { Rendered } from "../render/jobs.ts"
import type { Renderer } from "../render/Renderer.ts"
import { definitionPath, type InProject } from "./links.ts"

/** A revision that can be downloaded. */
interface Downloadable {
  readonly id: string
  readonly revision: number
}

/** A link to all of a revision, as JSON. */
export const downloadLink = (at: InProject, section: Section, { id, revision }: Downloadable): Html =>
  html`<a href="${definitionPath(at, section, id, revision)}/download">Download revision ${revision} as JSON</a>`

/** Says that not all is shown, and where all of it is. */
export const cutNotice = (
  at: InProject,
  section: Section,
  revisions: ReadonlyArray<Downloadable>,
  said = "There is more than is shown here."
): Html =>
  notice("plain", html`<p>${said} ${revisions.map((revision) => html` ${downloadLink(at, section, revision)}. `)}</p>`)

type Rendering = ReturnType<Renderer["Service"]["changes"]>

/** What a rendering shows, and where the rest is; or, where it took too much time or memory, where all of it is. */
export const shownOf = (
  rendering: Rendering,
  at: InProject,
  section: Section,
  revisions: ReadonlyArray<Downloadable>
) => {
  const notShown = () => Effect.succeed(cutNotice(at, section, revisions, "This is too large to be shown here."))
  return rendering.pipe(
    Effect.map(
      ({ markup, isCut }: Rendered) => html`${made(markup)} ${isCut ? cutNotice(at, section, revisions) : ""}`
    ),
    Effect.catchTags({ TooSlow: notShown, TooLarge: notShown })
  )
}
