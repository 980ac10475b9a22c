import type { InProject } from "../content/parts/links.ts"
import { projectPath } from "../paths.ts"

type Query = Readonly<Record<string, string>>

/** The path of a page of a project's traces. */
export const tracesPath = ({ site, project }: InProject, ...rest: ReadonlyArray<string>): string =>
  projectPath(site, project, "traces", ...rest)

export const spanPath = (at: InProject, traceId: string, spanId: string): string =>
  tracesPath(at, traceId, "spans", spanId)

/** The page of a session: its ID is any text, which not every path could hold. */
export const sessionPath = (at: InProject, id: string): string => withQuery(tracesPath(at, "session"), { id })

/** The list of sessions. */
export const sessionsPath = (at: InProject): string => tracesPath(at, "sessions")

/** The traces of a user. */
export const userPath = (at: InProject, user: string): string => withQuery(tracesPath(at), { user })

export const withQuery = (path: string, query: Query): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`
