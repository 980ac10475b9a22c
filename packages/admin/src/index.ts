/**
 * The commands that administer an installation, for a command line of a host's own.
 *
 * @packageDocumentation
 */
export { keys } from "./commands/keys.ts"
export { migrate } from "./commands/migrate.ts"
export { organizations } from "./commands/organizations.ts"
export { projects } from "./commands/projects.ts"
export { retention } from "./commands/retention.ts"
export { sql } from "./commands/sql.ts"
export { administer, type Foreseen, Installation, type Mounted } from "./Installation.ts"
export { by, json, name, org, print, table, text } from "./io.ts"
export { runMain } from "./run.ts"
export { UsageError } from "./UsageError.ts"
