import type { InProject } from "../content/parts/links.ts"
import { projectPath } from "../paths.ts"

/** The path of a page of a project's evaluation runs. */
export const runsPath = ({ site, project }: InProject, ...rest: ReadonlyArray<string>): string =>
  projectPath(site, project, "evaluations", ...rest)
