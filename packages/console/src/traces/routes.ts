import { Hono } from "hono"
import { requiring } from "../content/may.ts"
import type { ContentHandler, ContentPages } from "../context.ts"
import { file } from "../file.ts"
import { addToDatasetAction, addToDatasetPage } from "./dataset/add.ts"
import { downloadSpan, downloadTrace } from "./download.ts"
import { tracesPage } from "./list/page.ts"
import { deleteScoreAction, deleteScorePage } from "./scores/delete.ts"
import { newScoreAction, newScorePage } from "./scores/new.ts"
import { sessionPage } from "./session.ts"
import { sessionsPage } from "./sessions.ts"
import { spanPage } from "./span/page.ts"
import { deleteTraceAction, deleteTracePage } from "./trace/delete.ts"
import { tracePage } from "./trace/page.ts"

/** The pages of a project's traces, below their place in it. */
export const tracesRoutes = ({ content }: ContentPages): Hono => {
  const reading = (page: ContentHandler) => requiring("traces:read", "read traces", page)
  const read = (page: ContentHandler) => content(reading(page))
  const write = (page: ContentHandler) => content(reading(requiring("traces:write", "change traces", page)))
  const remove = (page: ContentHandler) => content(reading(requiring("traces:delete", "delete traces", page)))
  const add = (page: ContentHandler) =>
    content(
      reading(
        requiring("datasets:read", "read datasets", requiring("datasets:write", "change items of datasets", page))
      )
    )
  return new Hono()
    .get("/", read(tracesPage))
    .get("/add-to-dataset", add(addToDatasetPage))
    .post("/add-to-dataset", add(addToDatasetAction))
    .get("/session", read(sessionPage))
    .get("/sessions", content(reading(requiring("metrics:read", "read metrics", sessionsPage))))
    .get("/:trace", read(tracePage))
    .get("/:trace/download", read(file(downloadTrace)))
    .get("/:trace/delete", remove(deleteTracePage))
    .post("/:trace/delete", remove(deleteTraceAction))
    .get("/:trace/spans/:span", read(spanPage))
    .get("/:trace/spans/:span/download", read(file(downloadSpan)))
    .get("/:trace/scores/new", write(newScorePage))
    .post("/:trace/scores/new", write(newScoreAction))
    .get("/:trace/scores/:score/delete", write(deleteScorePage))
    .post("/:trace/scores/:score/delete", write(deleteScoreAction))
}
