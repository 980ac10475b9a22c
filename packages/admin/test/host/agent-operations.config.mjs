import { operation } from "@agent-operations/contract"
import { family, implement } from "@agent-operations/kit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const ping = operation({
  id: "ping",
  summary: "Answer",
  description: "Answers whoever asks.",
  effect: "read",
  scopes: ["system:read"],
  input: Schema.Struct({}),
  result: Schema.Struct({ pong: Schema.Boolean }),
  errors: [],
  example: { input: {}, result: { pong: true } }
})

/** @param {string} table */
const tableOf = (table) => ({
  owner: table,
  steps: [
    {
      number: 1,
      name: "create",
      up: Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`create table agent_operations.${table} (id text)`))
    }
  ]
})

export default [
  family("system", [implement(ping, () => ({ pong: true }))], {
    scopes: { "system:read": "Ask whether it answers" },
    migrations: [tableOf("pings")]
  })
]

export const migrations = [tableOf("orders")]
