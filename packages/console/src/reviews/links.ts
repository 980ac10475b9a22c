import type { InProject } from "../content/parts/links.ts"
import { holds } from "../content/may.ts"
import { projectPath } from "../paths.ts"

/** The path of the form that asks people about some traces. */
export const newSessionPath = (at: InProject, traceIds: ReadonlyArray<string>): string =>
  `${reviewsPath(at, "new")}?${new URLSearchParams(traceIds.map((id) => ["trace", id]))}`

/** Whether somebody may create sessions. */
export const mayAsk = (access: Parameters<typeof holds>[0]): boolean =>
  ["reviews:read", "reviews:write", "traces:read", "scorers:read", "evals:read"].every((scope) => holds(access, scope))

/** The path of a page of a project's reviews. */
export const reviewsPath = ({ site, project }: InProject, ...rest: ReadonlyArray<string>): string =>
  projectPath(site, project, "reviews", ...rest)
