/**
 * Agent Operations in a server of your own: what a host calls.
 *
 * @packageDocumentation
 */
export {
  administration,
  type AnyModule,
  compose,
  type ComposeOptions,
  familiesOf,
  type FamiliesOf,
  type FamilyServices,
  migrationsOf,
  type ServicesOf
} from "./compose.ts"
export type { DefinitionChanged, DefinitionChangedHandler, Subscription } from "./events.ts"
export { family, type HostFamilyOptions, type HostHandler, implement, type Implemented } from "./family.ts"
export { type HostRouteSpec, route } from "./route.ts"
export {
  bytesBody,
  jsonBody,
  parsedBody,
  type Route,
  type RouteAnswer,
  type RouteBody
} from "@agent-operations/operations"
export { definitions, type DefinitionsOptions } from "@agent-operations/definitions"
export type { HostCredential, HostPrincipal, HostVerify } from "./host-verifier.ts"
export {
  type AgentOperationsKit,
  type CallAs,
  createAgentOperations,
  type KitOptions,
  type PromiseCalls
} from "./kit.ts"
export { kitLayer } from "./layer.ts"
