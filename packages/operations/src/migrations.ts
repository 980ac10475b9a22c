import { randomBytes } from "node:crypto"
import { type MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const instance = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // One row for the whole installation: what every process signs cursors with, so that a walk can go on at another.
  yield* sql`
    create table agent_operations.instance (
      only_one boolean primary key default true check (only_one),
      cursor_secret bytea not null
    )`
  yield* sql`insert into agent_operations.instance (cursor_secret) values (${randomBytes(32)})`
})

/** The table of this package: one row, with the secret that signs cursors. */
export const migrations: MigrationSet = {
  owner: "operations",
  steps: [{ number: 1, name: "instance", up: instance }]
}
