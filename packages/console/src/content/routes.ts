import { Hono } from "hono"
import type { ContentHandler, ContentPages } from "../context.ts"
import { reading, writing } from "./may.ts"
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
const sectionRoutes = ({ content }: ContentPages, section: Section) => {
  const read = (page: (section: Section) => ContentHandler) => content(reading(section, page(section)))
  const write = (page: (section: Section) => ContentHandler) => content(writing(section, page(section)))
  const routes = new Hono()
    .get("/", read(listPage))
    .get("/new", write(newPage))
    .post("/new", write(newAction))
    .get("/:id", read(definitionPage))
    .get("/:id/revisions/:revision", read(definitionPage))
    .get("/:id/revisions/:revision/download", read(download))
    .get("/:id/history", read(historyPage))
    .get("/:id/diff", read(diffPage))
    .get("/:id/edit", write(editPage))
    .post("/:id/edit", write(editAction))
    .get("/:id/copy", write(copyPage))
    .post("/:id/copy", write(copyAction))
    .get("/:id/restore", write(restorePage))
    .post("/:id/restore", write(restoreAction))
    .get("/:id/delete", write(deletePage))
    .post("/:id/delete", write(deleteAction))
  for (const { path, page } of section.pages) routes.get(`/:id/${path}`, read(page))
  return routes
}

/** The same pages over the definitions of each kind, below the path of a project. */
export const contentRoutes = (pages: ContentPages, sections: ReadonlyArray<Section>): Hono => {
  const routes = new Hono()
  for (const section of sections) routes.route(`/${section.path}`, sectionRoutes(pages, section))
  return routes
}
