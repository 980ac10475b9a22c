import type { InProject } from "../content/parts/links.ts"
import { holds } from "../content/may.ts"
import { projectPath } from "../paths.ts"
import type { Site } from "../site.ts"

type Query = Readonly<Record<string, string>>

/** The path of a page of a project's traces. */
export const tracesPath = ({ site, project }: InProject, ...rest: ReadonlyArray<string>): string =>
  projectPath(site, project, "traces", ...rest)

export const spanPath = (at: InProject, traceId: string, spanId: string): string =>
  tracesPath(at, traceId, "spans", spanId)

/** The page of a session: its ID is any text, which not every path could hold. */
export const sessionPath = (at: InProject, id: string): string => withQuery(tracesPath(at, "session"), { id })

/** The form that makes items of a dataset of some traces. */
export const addToDatasetPath = (at: InProject, traceIds: ReadonlyArray<string> = []): string =>
  [
    tracesPath(at, "add-to-dataset"),
    ...(traceIds.length === 0 ? [] : [new URLSearchParams(traceIds.map((id) => ["trace", id]))])
  ].join("?")

/** Whether somebody may do so. */
export const mayAddToDatasets = ({
  site,
  access
}: {
  readonly site: Pick<Site, "hasDatasetTraces">
  readonly access: Parameters<typeof holds>[0]
}): boolean =>
  site.hasDatasetTraces === true &&
  ["datasets:read", "datasets:write", "traces:read"].every((scope) => holds(access, scope))

/** The list of sessions. */
export const sessionsPath = (at: InProject): string => tracesPath(at, "sessions")

/** The traces of a user. */
export const userPath = (at: InProject, user: string): string => withQuery(tracesPath(at), { user })

export const withQuery = (path: string, query: Query): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`
