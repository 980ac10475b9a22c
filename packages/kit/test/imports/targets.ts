import { newTypeId, translateSqlErrors } from "@agent-operations/database"
import { ImportTargets, Wrong } from "@agent-operations/evals"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Datasets as rows of one table, for tests of imports alone. What has an input of "wrong" breaks its schema. */
export const targets = {
  layer: Layer.effect(
    ImportTargets,
    Effect.map(SqlClient.SqlClient, (sql) => ({
      datasetById: Effect.fnUntraced(function* ({ tenant, project }, id) {
        const [row] = yield* sql<{ id: string; name: string }>`
          select id, name from agent_operations.test_datasets where tenant_id = ${tenant} and project_id = ${project} and id = ${id}`
        return row
      }, translateSqlErrors),
      putDataset: Effect.fnUntraced(function* ({ tenant, project }, _, { name }) {
        const [made] = yield* sql<{ id: string; name: string }>`
          insert into agent_operations.test_datasets (tenant_id, project_id, id, name)
          values (${tenant}, ${project}, ${newTypeId("ds")}, ${name}) on conflict do nothing returning id, name`
        if (made !== undefined) return { ...made, change: "created" as const }
        const [found] = yield* sql<{ id: string; name: string }>`
          select id, name from agent_operations.test_datasets
          where tenant_id = ${tenant} and project_id = ${project} and name = ${name}`
        return { ...found!, change: "unchanged" as const }
      }, translateSqlErrors),
      putItems: Effect.fnUntraced(function* ({ tenant, project }, _, datasetId, { items, replace }) {
        const places = items.flatMap(({ input }, index) =>
          input === "wrong"
            ? [{ index, pointer: "/input", code: "INVALID_ITEM" as const, message: "It is wrong." }]
            : []
        )
        if (places.length > 0) return yield* new Wrong({ places })
        const within = sql`tenant_id = ${tenant} and project_id = ${project} and id = ${datasetId}`
        const [before] = yield* sql<{ items: string; version: number }>`
          select items, version from agent_operations.test_datasets where ${within} for update`
        const had = JSON.parse(before!.items) as ReadonlyArray<unknown>
        const has = replace ? items : [...had, ...items]
        const version = before!.version + 1
        yield* sql`update agent_operations.test_datasets set items = ${JSON.stringify(has)}, version = ${version} where ${within}`
        const deleted = replace ? had.length : 0
        return { version, created: items.length, changed: 0, unchanged: 0, deleted, renamed: 0 }
      }, translateSqlErrors)
    }))
  )
}

export const testDatasets = {
  owner: "test_datasets",
  tenantTables: ["test_datasets"],
  steps: [
    {
      number: 1,
      name: "datasets",
      up: Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          create table agent_operations.test_datasets (
            tenant_id text not null, project_id text not null, id text not null, name text not null,
            version integer not null default 0, items text not null default '[]',
            primary key (tenant_id, project_id, id), unique (tenant_id, project_id, name)
          )`
      )
    }
  ]
}
