import type { Invoker } from "@agent-operations/operations"
import { checkSections } from "./content/check-sections.ts"
import { withServedPreviews } from "./content/preview.ts"
import type { Section } from "./content/Section.ts"
import { servesRecovery } from "./content/port.ts"
import type { ConsoleOptions } from "./context.ts"
import type { Site } from "./site.ts"
import { checkTheme } from "./theme.ts"
import { servesEvaluations } from "./evaluations/served.ts"
import { servesReviews } from "./reviews/served.ts"
import { servesDatasetTraces, servesSessions, servesTraces } from "./traces/served.ts"

type Parts = Pick<
  Site,
  | "sections"
  | "pages"
  | "theme"
  | "hasTraces"
  | "hasDatasetTraces"
  | "hasSessions"
  | "hasReviews"
  | "hasEvaluations"
  | "recoverable"
>

/**
 * What a console has pages of, by its options and by the operations that its host serves: none while the database is away.
 * Throws a `TypeError` where the options can't be meant.
 */
export const partsOf = (
  invoker: Invoker["Service"] | undefined,
  sections: ReadonlyArray<Section>,
  { pages = [], theme, traces = true }: Pick<ConsoleOptions, "pages" | "theme" | "traces">
): Parts => {
  checkSections(sections, pages)
  const recoverable = sections.filter(({ kind }) => invoker !== undefined && servesRecovery(invoker, kind))
  return {
    sections: withServedPreviews(sections, invoker),
    pages,
    theme: checkTheme(theme),
    hasTraces: traces && invoker !== undefined && servesTraces(invoker),
    hasDatasetTraces: traces && invoker !== undefined && servesDatasetTraces(invoker),
    hasSessions: traces && invoker !== undefined && servesSessions(invoker),
    hasReviews: traces && invoker !== undefined && servesReviews(invoker),
    hasEvaluations: traces && invoker !== undefined && servesEvaluations(invoker),
    recoverable: new Set(recoverable.map(({ kind }) => kind.name))
  }
}
