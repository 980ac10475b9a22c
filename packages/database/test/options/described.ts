import type { OptionsTable } from "../../../../tooling/testing/src/options.ts"
import type { Postgres } from "../../src/index.ts"

/** Every setting of a PostgreSQL server's pool, as the documentation has it. */
export const described: OptionsTable<Postgres.PostgresConfig> = {
  url: { default: "required", meaning: "`postgres://user:password@host:5432/database`" },
  schema: { default: "`agent_operations`", meaning: "the schema of all tables: [Another schema](#another-schema)" },
  maxConnections: { default: "10", meaning: "connections that this process may hold" },
  statementTimeout: {
    default: "10 s",
    meaning: "how long the server works on a statement; half of it waiting for a lock"
  },
  connectTimeout: { default: "5 s, or what the URL says", meaning: "how long one attempt to connect may take" },
  startTimeout: { default: "30 s", meaning: "how long to keep trying when the server is away at the start" },
  multiplex: { default: "true", meaning: "whether statements share connections, several in flight on each" },
  prepare: {
    default: "true",
    meaning: "whether statements are prepared by name; false for a pooler that keeps no session"
  },
  applicationName: {
    default: "`agent-operations`, or what the URL says",
    meaning: "what the server's `pg_stat_activity` shows"
  }
}
