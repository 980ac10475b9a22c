import { Effect } from "effect"
import { Hono } from "hono"
import { requiring } from "../content/may.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentHandler, ContentPages } from "../context.ts"
import { claimAction, reviewAction } from "./actions.ts"
import { sessionsPage } from "./list.ts"
import { newSessionAction, newSessionPage } from "./new/page.ts"
import { drawReview, readShown } from "./review.ts"
import { closeAction, closePage, sessionPage } from "./session.ts"

const reviewPage: ContentHandler = (visit) =>
  Effect.map(readOnly(readShown(visit)), (shown) => drawReview(visit, shown))

/** The pages of a project's reviews, below their place in it. */
export const reviewsRoutes = ({ content }: ContentPages): Hono => {
  const reading = (page: ContentHandler) => requiring("reviews:read", "read reviews", page)
  const seeing = (page: ContentHandler) => reading(requiring("traces:read", "read traces", page))
  const writing = (page: ContentHandler) => seeing(requiring("reviews:write", "review", page))
  // What create_review_session requires.
  const creating = (page: ContentHandler) =>
    writing(requiring("scorers:read", "read scorers", requiring("evals:read", "read evaluations", page)))
  return new Hono()
    .get("/", content(reading(sessionsPage)))
    .get("/new", content(creating(newSessionPage)))
    .post("/new", content(creating(newSessionAction)))
    .get("/:session", content(reading(sessionPage)))
    .post("/:session/claim", content(writing(claimAction)))
    .get("/:session/close", content(writing(closePage)))
    .post("/:session/close", content(writing(closeAction)))
    .get("/:session/:review", content(seeing(reviewPage)))
    .post("/:session/:review", content(writing(reviewAction)))
}
