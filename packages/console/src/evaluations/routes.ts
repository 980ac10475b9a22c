import { Hono } from "hono"
import { requiring } from "../content/may.ts"
import type { ContentHandler, ContentPages } from "../context.ts"
import { comparePage } from "./compare.ts"
import { comparedItemPage } from "./compared-item.ts"
import { cancelAction, cancelPage, deleteAction, deletePage, resumeAction } from "./control.ts"
import { runsPage } from "./list.ts"
import { runPage } from "./run.ts"
import { startAction, startPage } from "./start.ts"
import { targetPage } from "./target.ts"

/** The pages of a project's evaluation runs, below their place in it. */
export const evaluationsRoutes = ({ content }: ContentPages): Hono => {
  const reading = (page: ContentHandler) => requiring("evals:read", "read evaluation runs", page)
  const items = (page: ContentHandler) => reading(requiring("datasets:read", "read datasets", page))
  const seeing = (page: ContentHandler) => items(requiring("traces:read", "read traces", page))
  const writing = (page: ContentHandler) => reading(requiring("evals:write", "change evaluation runs", page))
  const starting = (page: ContentHandler) =>
    seeing(writing(requiring("apps:read", "read apps", requiring("scorers:read", "read scorers", page))))
  return new Hono()
    .get("/", content(reading(runsPage)))
    .get("/new", content(starting(startPage)))
    .post("/new", content(starting(startAction)))
    .get("/:run", content(reading(runPage)))
    .post("/:run/resume", content(writing(resumeAction)))
    .get("/:run/cancel", content(writing(cancelPage)))
    .post("/:run/cancel", content(writing(cancelAction)))
    .get("/:run/delete", content(writing(deletePage)))
    .post("/:run/delete", content(writing(deleteAction)))
    .get("/:run/compare", content(items(comparePage)))
    .get("/:run/compare/:item", content(seeing(comparedItemPage)))
    .get("/:run/targets/:target", content(seeing(targetPage)))
}
