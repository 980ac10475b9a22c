import type { Invoker } from "@agent-operations/operations"
import { withServedPreviews } from "./content/preview.ts"
import type { Section } from "./content/Section.ts"
import { servesRecovery } from "./content/port.ts"
import type { Site } from "./site.ts"
import { servesSessions, servesTraces } from "./traces/served.ts"

/** What a console has pages of, by the operations that its host serves: none while the database is away. */
export const servedBy = (
  invoker: Invoker["Service"] | undefined,
  sections: ReadonlyArray<Section>
): Pick<Site, "sections" | "hasTraces" | "hasSessions" | "recoverable"> => ({
  sections: withServedPreviews(sections, invoker),
  hasTraces: invoker !== undefined && servesTraces(invoker),
  hasSessions: invoker !== undefined && servesSessions(invoker),
  recoverable: new Set(
    sections.filter(({ kind }) => invoker !== undefined && servesRecovery(invoker, kind)).map(({ kind }) => kind.name)
  )
})
