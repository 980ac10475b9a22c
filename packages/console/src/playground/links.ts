import { holds } from "../content/may.ts"
import type { InProject } from "../content/parts/links.ts"
import { projectPath } from "../paths.ts"

/** The path of the playground, with what it begins with by the kind of each: an ID. */
export const playgroundPath = ({ site, project }: InProject, begin: Readonly<Record<string, string>> = {}): string => {
  const path = projectPath(site, project, "playground")
  return Object.keys(begin).length === 0 ? path : `${path}?${new URLSearchParams(begin)}`
}

/** What calling an app and reading what came of it takes. */
export const playgroundScopes = [
  ["apps:read", "read apps"],
  ["apps:write", "call apps"],
  ["scorers:read", "read scorers"],
  ["evals:read", "read evaluation runs"],
  ["evals:write", "start evaluation runs"],
  ["datasets:read", "read datasets"],
  ["traces:read", "read traces"]
] as const

/** Whether somebody may use the playground. */
export const mayPlay = (access: Parameters<typeof holds>[0]): boolean =>
  playgroundScopes.every(([scope]) => holds(access, scope))
