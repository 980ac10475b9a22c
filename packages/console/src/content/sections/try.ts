import { Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import { seeOther } from "../../paths.ts"
import { playgroundPath } from "../../playground/links.ts"
import type { Section, SectionPage } from "../Section.ts"

/** The way from a definition to the playground, where it is tried. */
export const tryPage = (kind: "app" | "scorer" | "prompt"): SectionPage => ({
  path: "try",
  label: "Try",
  page: (_: Section) => (visit: ContentVisit) =>
    Effect.succeed(seeOther(playgroundPath(visit, { [kind]: visit.param("id") })))
})
