import type { ContentVisit } from "../context.ts"
import { projectPath } from "../paths.ts"

type At = Pick<ContentVisit, "site" | "project">

export const usagePath = ({ site, project }: At): string => projectPath(site, project, "usage")

export const budgetsPath = ({ site, project }: At): string => projectPath(site, project, "usage", "budgets")
