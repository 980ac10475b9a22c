/**
 * Agent Operations in a server of your own: what a host calls.
 *
 * @packageDocumentation
 */
export {
  type AnyModule,
  compose,
  type Composed,
  type ComposeOptions,
  type Composition,
  type ErrorsOf,
  familiesOf,
  type FamiliesOf,
  type FamilyServices,
  type KitServices,
  migrationsOf,
  type ServicesOf,
  type StartError
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
export type {
  HostAuthenticate,
  HostCredential,
  HostIdentity,
  HostPrincipal,
  HostRequest,
  HostVerify
} from "./host-verifier.ts"
export type {
  Administration,
  CreatedKey,
  CreateKey,
  CreateOrganization,
  CreateProject,
  Keys,
  OrganizationCalls,
  ProjectCalls,
  ReplaceKey,
  SetMember
} from "./administration.ts"
export type { CallAs, PromiseCalls } from "./calls.ts"
export type { DatabaseOptions, DirectoryDatabase, MemoryDatabase, UrlDatabase } from "./database.ts"
export { type AgentOperationsKit, createAgentOperations, type KitOptions, type Operations } from "./kit.ts"
export { type KitEntries, kitLayer, type LayerOptions } from "./layer.ts"
export type { HostLogger, LogEntry, LoggingOptions } from "./logging.ts"
export type { HostTracer, OpenTelemetrySpan, OpenTelemetryTracer } from "./tracing.ts"
export type { CallOptions } from "./promises.ts"
export { QueryFailed, type Row, type Transaction, type TransactionOptions } from "./transaction.ts"
export { prismaClient } from "@agent-operations/database"
