import { Hono } from "hono"
import type { Pages } from "../context.ts"
import { type ContentKind, kinds } from "./kinds.ts"
import { checkPage } from "./pages/check.ts"
import { copyAction, copyPage } from "./pages/copy.ts"
import { definitionPage } from "./pages/definition.ts"
import { deleteAction, deletePage } from "./pages/delete.ts"
import { diffPage } from "./pages/diff.ts"
import { download } from "./pages/download.ts"
import { editAction, editPage, newAction, newPage } from "./pages/edit.ts"
import { historyPage } from "./pages/history.ts"
import { listPage } from "./pages/list.ts"
import { restoreAction, restorePage } from "./pages/restore.ts"

/** The pages of one kind, below its place in the project. */
const kindRoutes = ({ project }: Pages, kind: ContentKind) =>
  new Hono()
    .get("/", project(listPage(kind)))
    .get("/new", project(newPage(kind)))
    .post("/new", project(newAction(kind)))
    .get("/:id", project(definitionPage(kind)))
    .get("/:id/revisions/:revision", project(definitionPage(kind)))
    .get("/:id/revisions/:revision/download", project(download(kind)))
    .get("/:id/history", project(historyPage(kind)))
    .get("/:id/diff", project(diffPage(kind)))
    .get("/:id/check", project(checkPage(kind)))
    .get("/:id/edit", project(editPage(kind)))
    .post("/:id/edit", project(editAction(kind)))
    .get("/:id/copy", project(copyPage(kind)))
    .post("/:id/copy", project(copyAction(kind)))
    .get("/:id/restore", project(restorePage(kind)))
    .post("/:id/restore", project(restoreAction(kind)))
    .get("/:id/delete", project(deletePage(kind)))
    .post("/:id/delete", project(deleteAction(kind)))

/** Page views and custom fields: the same pages over each kind, below the path of a project. */
export const contentRoutes = (pages: Pages): Hono => {
  const routes = new Hono()
  for (const kind of kinds) routes.route(`/${kind.path}`, kindRoutes(pages, kind))
  return routes
}
