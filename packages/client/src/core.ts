export {
  AgentError,
  type AgentErrorOf,
  type ClientErrorCode,
  type ErrorCode,
  isAgentError,
  type ServerErrorCode
} from "./agent-error.ts"
export type { AttemptLog, ClientOptions } from "./client-options.ts"
export { type ClientOf, clientOf } from "./client-of.ts"
export type * from "./generated/errors.ts"
export type { Inspection } from "./inspect.ts"
export type * from "./methods.ts"
export type { OperationEntry, OperationTable } from "./operation-table.ts"
export { type Settled, settled } from "./settled.ts"
