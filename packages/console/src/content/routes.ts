import { Hono } from "hono"
import type { Pages } from "../context.ts"
import type { Section } from "./Section.ts"
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
const sectionRoutes = ({ project }: Pages, section: Section) => {
  const routes = new Hono()
    .get("/", project(listPage(section)))
    .get("/new", project(newPage(section)))
    .post("/new", project(newAction(section)))
    .get("/:id", project(definitionPage(section)))
    .get("/:id/revisions/:revision", project(definitionPage(section)))
    .get("/:id/revisions/:revision/download", project(download(section)))
    .get("/:id/history", project(historyPage(section)))
    .get("/:id/diff", project(diffPage(section)))
    .get("/:id/edit", project(editPage(section)))
    .post("/:id/edit", project(editAction(section)))
    .get("/:id/copy", project(copyPage(section)))
    .post("/:id/copy", project(copyAction(section)))
    .get("/:id/restore", project(restorePage(section)))
    .post("/:id/restore", project(restoreAction(section)))
    .get("/:id/delete", project(deletePage(section)))
    .post("/:id/delete", project(deleteAction(section)))
  for (const { path, page } of section.pages) routes.get(`/:id/${path}`, project(page(section)))
  return routes
}

/** The same pages over the definitions of each kind, below the path of a project. */
export const contentRoutes = (pages: Pages, sections: ReadonlyArray<Section>): Hono => {
  const routes = new Hono()
  for (const section of sections) routes.route(`/${section.path}`, sectionRoutes(pages, section))
  return routes
}
