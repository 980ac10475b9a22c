export { migrations as connectionMigrations } from "./migrations.ts"
export {
  type FoundConnection,
  type KnownConnection,
  type ListedConnection,
  ModelConnections
} from "./ModelConnections.ts"
