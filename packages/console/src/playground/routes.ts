import { Hono } from "hono"
import { requiring } from "../content/may.ts"
import type { ContentHandler, ContentPages } from "../context.ts"
import { playgroundScopes } from "./links.ts"
import { playgroundAction, playgroundPage } from "./page.ts"

/** Where an app is called once, on an input or an item, and scored. */
export const playgroundRoutes = ({ content }: ContentPages): Hono => {
  const playing = (page: ContentHandler) =>
    content(playgroundScopes.reduceRight((inner, [scope, doing]) => requiring(scope, doing, inner), page))
  return new Hono().get("/", playing(playgroundPage)).post("/", playing(playgroundAction))
}
