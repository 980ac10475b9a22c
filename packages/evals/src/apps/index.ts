export * from "./call/index.ts"
export {
  type FoundConnection,
  type KnownConnection,
  type ListedConnection,
  ModelConnections
} from "./connections/index.ts"
export * from "./models/index.ts"
