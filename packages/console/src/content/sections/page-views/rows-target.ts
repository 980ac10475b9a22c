/** What is particular to the rows of each target: of what they are, whether they have times, and where each leads. */
import type { PageViewTarget } from "@agent-operations/contract/page-views"
import { Effect } from "effect"
import type { ContentVisit } from "../../../context.ts"
import { runsPath } from "../../../evaluations/links.ts"
import { listRuns } from "../../../evaluations/port.ts"
import { bdi, type Html, html } from "../../../html/html.ts"
import { reviewsPath } from "../../../reviews/links.ts"
import { listSessions } from "../../../reviews/port.ts"
import { sectionOf } from "../../../site.ts"
import { spanPath, tracesPath } from "../../../traces/links.ts"
import { listTraces } from "../../../traces/port.ts"
import { definitionPath } from "../../parts/links.ts"

interface Row {
  readonly id: string
  readonly traceId?: string
}

/** What the rows of a target are of: a trace, a run or a session, by its ID, or else the newest. */
export interface Whole {
  /** Its name in a query, and in a form. */
  readonly name: "trace" | "run" | "session"
  readonly member: "traceId" | "runId" | "sessionId"
  readonly label: string
  readonly newest: Effect.Effect<string | undefined, Effect.Error<ReturnType<typeof listTraces>>, NewestServices>
  /** What is said where there is none. */
  readonly none: string
  /** What is said above the rows. */
  readonly intro: (visit: ContentVisit, id: string) => Html
}

type NewestServices = Effect.Services<ReturnType<typeof listTraces>>

/** The rows of a target, as the console shows them. */
export interface RowsTarget {
  readonly whole?: Whole
  /** Whether they are narrowed down by when they began. */
  readonly isTimed: boolean
  /** The page that a row leads to, given what the rows are of. */
  readonly path: (visit: ContentVisit, row: Row, whole: string) => string | undefined
}

const first = ({ items: [item] }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => item?.id

const introOf =
  (before: string, path: (visit: ContentVisit, id: string) => string): Whole["intro"] =>
  (visit, id) =>
    html`<p>${before} <a href="${path(visit, id)}">${bdi(id)}</a>.</p>`

const targets: Readonly<Record<PageViewTarget, RowsTarget>> = {
  traces: { isTimed: true, path: (visit, { id }) => tracesPath(visit, id) },
  trace: {
    whole: {
      name: "trace",
      member: "traceId",
      label: "Trace ID, or the newest",
      newest: Effect.map(listTraces({ limit: 1 }), first),
      none: "There is no trace yet whose spans it could show.",
      intro: introOf("Spans of the trace", (visit, id) => tracesPath(visit, id))
    },
    isTimed: false,
    path: (visit, { id, traceId = "" }) => spanPath(visit, traceId, id)
  },
  datasets: {
    isTimed: true,
    path: (visit, { id }) => {
      const section = sectionOf(visit.site, "dataset")
      return section && definitionPath(visit, section, id)
    }
  },
  evaluations: { isTimed: true, path: (visit, { id }) => runsPath(visit, id) },
  evaluation_run: {
    whole: {
      name: "run",
      member: "runId",
      label: "Run ID, or the newest",
      newest: Effect.map(listRuns({ limit: 1 }), first),
      none: "There is no evaluation run yet whose targets it could show.",
      intro: introOf("Targets of the run", (visit, id) => runsPath(visit, id))
    },
    isTimed: false,
    path: (visit, { id }, run) => runsPath(visit, run, "targets", id)
  },
  reviews: {
    whole: {
      name: "session",
      member: "sessionId",
      label: "Review session ID, or the newest",
      newest: Effect.map(listSessions({ limit: 1 }), first),
      none: "There is no review session yet whose reviews it could show.",
      intro: introOf("Reviews of the session", (visit, id) => reviewsPath(visit, id))
    },
    isTimed: false,
    path: (visit, { id }, session) => reviewsPath(visit, session, id.split("/")[0]!)
  }
}

/** Of a page view's settings, which may be anything while somebody types them. */
export const rowsTargetOf = (settings: unknown): RowsTarget => {
  const target: unknown =
    typeof settings === "object" && settings !== null && "target" in settings ? settings.target : undefined
  return typeof target === "string" && Object.hasOwn(targets, target)
    ? targets[target as PageViewTarget]
    : targets.traces
}
