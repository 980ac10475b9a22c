/**
 * Every operation over HTTP, for any web server.
 *
 * @packageDocumentation
 */
export { AgentHttp, type AgentHttpOptions } from "./AgentHttp.ts"
export { copies } from "./copies.ts"
export type { AgentAnswer, AgentRequest } from "./exchange.ts"
export type { HostCredential, HostPrincipal, HostVerify } from "./host-verifier.ts"
export { type AgentOperationsKit, createAgentOperations, kitLayer, type KitOptions } from "./kit.ts"
export { findInexact, type Inexact } from "./json/inexact.ts"
export { requestId } from "./request-id.ts"
export { webHandler } from "./web.ts"
