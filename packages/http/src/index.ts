/**
 * Operations over HTTP, for any web server.
 *
 * @packageDocumentation
 */
export { accessRequest } from "./access-request.ts"
export { AgentHttp, type AgentHttpLayerOptions, type AgentHttpOptions } from "./AgentHttp.ts"
export type { HttpEntry } from "./entry.ts"
export type { AgentAnswer, AgentRequest, Texts } from "./exchange.ts"
export { holdBody } from "./hold-body.ts"
export { type AnsweredRequest, type RequestHooks, tellingErrors } from "./hooks.ts"
export type { Mountable } from "./Mountable.ts"
export type { OpenApiDocument, OpenApiSettings } from "./pages.ts"
export { nothingAt, respondWith, type Sender } from "./respond-with.ts"
export { type WebAnswer, webAnswer, webHandler } from "./web.ts"
