import { apps, datasets, evaluations, imports, reviews, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { migrationsOf } from "@agent-operations/kit"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"

const keys = secretKeys([Redacted.make("k".repeat(42) + "g")])

/**
 * What is the same for every tenant, and stands on every node: a ledger, one row of the installation, who is told of changes,
 * which processes work on evaluations, between which times the traces of a day lie, and what upkeep saw of time.
 */
const referenceTables = ["instance", "migrations", "event_subscriptions", "eval_workers", "trace_buckets", "upkeep"]
const recording = traces()
const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
const sets = migrationsOf([
  views(),
  recording,
  metrics(recording),
  prompts(recording),
  over.datasets,
  imports(over.datasets),
  over.scorers,
  over.apps,
  evaluations(over),
  reviews(recording)
])

const tenantKeys = ["tenant_id", "organization_id"]

describeOnBothDatabases("the schema is distributed by tenant", (database) => {
  layer(database.migrated(sets))((it) => {
    it.effect("every primary key, unique index and foreign key begins with its table's tenant key", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = yield* sql<{ name: string; table: string; first: string }>`
          select i.relname as name, t.relname as table, a.attname as first
          from pg_index x
          join pg_class i on i.oid = x.indexrelid
          join pg_class t on t.oid = x.indrelid
          join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
          join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
          where x.indisunique
          union all
          select c.conname, t.relname, a.attname
          from pg_constraint c
          join pg_class t on t.oid = c.conrelid
          join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
          cross join lateral (values (c.conrelid, c.conkey[1]), (c.confrelid, c.confkey[1])) as side (relation, number)
          join pg_attribute a on a.attrelid = side.relation and a.attnum = side.number
          where c.contype = 'f'`
        const distributed = keys.filter(({ table }) => !referenceTables.includes(table))
        assert.isAbove(distributed.length, 15)
        assert.deepStrictEqual(
          distributed.filter(({ first }) => !tenantKeys.includes(first)),
          []
        )
      })
    )

    it.effect("every table has a tenant key, but for those that say why they have none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const without = yield* sql<{ name: string }>`
          select t.relname as name from pg_class t
          join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
          where t.relkind in ('r', 'p') and not exists (
            select from pg_attribute a where a.attrelid = t.oid and a.attname in ('tenant_id', 'organization_id') and a.attnotnull
          )`
        assert.sameMembers(
          without.map(({ name }) => name),
          referenceTables
        )
      })
    )

    it.effect("A10: the migrations name every table with a tenant key, whose rows are deleted with the tenant", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keyed = yield* sql<{ name: string }>`
          select distinct t.relname as name from pg_class t
          join pg_namespace n on n.oid = t.relnamespace and n.nspname like 'agent_operations%'
          join pg_attribute a on a.attrelid = t.oid and a.attname in ('tenant_id', 'organization_id')
          where t.relkind in ('r', 'p') and not t.relispartition`
        assert.sameMembers(
          ["organizations", ...sets.flatMap(({ tenantTables = [] }) => tenantTables)],
          keyed.map(({ name }) => name)
        )
      })
    )
  })
})
