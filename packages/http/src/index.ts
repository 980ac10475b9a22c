/**
 * Operations over HTTP, for any web server.
 *
 * @packageDocumentation
 */
export { AgentHttp, type AgentHttpLayerOptions, type AgentHttpOptions } from "./AgentHttp.ts"
export { copies } from "./copies.ts"
export type { AgentAnswer, AgentRequest } from "./exchange.ts"
export { type AnsweredRequest, type RequestHooks, tellingErrors } from "./hooks.ts"
export { explain } from "./failures.ts"
export type { Mountable } from "./Mountable.ts"
export type { OpenApiDocument, OpenApiSettings, Pages } from "./pages.ts"
export { type Recorded, recordAnswer } from "./record-answer.ts"
export { requestId } from "./request-id.ts"
export { type WebAnswer, webAnswer, webHandler } from "./web.ts"
