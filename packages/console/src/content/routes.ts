import { Hono } from "hono"
import type { ContentHandler, ContentPages, FormEffect } from "../context.ts"
import { file } from "../file.ts"
import { findInProject } from "../finding/page.ts"
import type { Site } from "../site.ts"
import { evaluationsRoutes } from "../evaluations/routes.ts"
import { reviewsRoutes } from "../reviews/routes.ts"
import { playgroundRoutes } from "../playground/routes.ts"
import { tracesRoutes } from "../traces/routes.ts"
import { usagePage } from "../usage/page.ts"
import { reading, requiring, writing } from "./may.ts"
import { ownPage } from "./own-page.ts"
import type { Section } from "./Section.ts"
import { bulkDelete, bulkDownload } from "./pages/bulk.ts"
import { copyAction, copyPage } from "./pages/copy.ts"
import { definitionPage } from "./pages/definition.ts"
import { deleteAction, deletePage } from "./pages/delete.ts"
import { deletedPage, recoverAction } from "./pages/deleted.ts"
import { diffPage } from "./pages/diff.ts"
import { download } from "./pages/download.ts"
import { editAction, editPage, newAction, newPage } from "./pages/edit.ts"
import { historyPage } from "./pages/history.ts"
import { listPage } from "./pages/list.ts"
import { previewPage } from "./pages/preview.ts"
import { restoreAction, restorePage } from "./pages/restore.ts"
import { trashPage } from "./pages/trash.ts"

/** The pages of one kind, below its place in the project. */
const sectionRoutes = ({ content }: ContentPages, section: Section) => {
  const read = (page: (section: Section) => ContentHandler, form?: FormEffect) =>
    content(reading(section, page(section)), form)
  const write = (page: (section: Section) => ContentHandler) => content(writing(section, page(section)))
  const routes = new Hono()
    .get("/", read(listPage))
    .post("/delete", write(bulkDelete))
    .post("/download", read(bulkDownload, "reads"))
    .get("/new", write(newPage))
    .post("/new", write(newAction))
    .get("/deleted", read(trashPage))
    .get("/deleted/:id", read(deletedPage))
    .post("/deleted/:id", write(recoverAction))
    .get("/:id", read(definitionPage))
    .get("/:id/revisions/:revision", read(definitionPage))
    .get("/:id/revisions/:revision/download", content(reading(section, file(download(section)))))
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
  const { preview } = section
  if (preview !== undefined) {
    const page = previewPage(preview)(section)
    const allowed = preview.scopes.reduce(
      (page, scope) => requiring(scope, `see ${preview.title.toLowerCase()}`, page),
      page as ContentHandler
    )
    routes.get(`/:id/${preview.path}`, content(reading(section, allowed)))
  }
  for (const { path, page, action } of section.pages) {
    routes.get(`/:id/${path}`, read(page))
    if (action !== undefined) routes.post(`/:id/${path}`, write(action))
  }
  return routes
}

/** The same pages over the definitions of each kind, and those of traces, below the path of a project. */
export const contentRoutes = (
  pages: ContentPages,
  {
    sections,
    hasTraces,
    hasReviews,
    hasEvaluations,
    pages: own = []
  }: Pick<Site, "sections" | "hasTraces" | "hasReviews" | "hasEvaluations" | "pages">
): Hono => {
  const routes = new Hono().get("/find", pages.content(findInProject))
  if (hasTraces) routes.route("/traces", tracesRoutes(pages))
  if (hasReviews) routes.route("/reviews", reviewsRoutes(pages))
  if (hasEvaluations) {
    routes.route("/evaluations", evaluationsRoutes(pages))
    routes.route("/playground", playgroundRoutes(pages))
    routes.get("/usage", pages.content(requiring("evals:read", "read what evaluations cost", usagePage)))
  }
  for (const section of sections) routes.route(`/${section.path}`, sectionRoutes(pages, section))
  for (const page of own) routes.get(`/${page.path}`, pages.content(ownPage(page)))
  return routes
}
