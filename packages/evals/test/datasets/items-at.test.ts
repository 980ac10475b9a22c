import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeItemsAt } from "../../src/datasets/store/items-at.ts"
import { migrations } from "../../src/datasets/store/migrations.ts"

const [items, versions] = [20, 200]
/** How many items the other dataset has, of which each version added one. */
const appended = 1000
const limit = 5
const space = { tenant: "org_a", project: "prj_a" }

/** A dataset whose items were all changed by each version, but for the last item, which the last version deleted; and another. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into agent_operations.dataset_heads (tenant_id, project_id, dataset_id, version, item_count, last_position)
    values (${space.tenant}, ${space.project}, 'ds_1', ${versions}, ${items - 1}, ${items})`
  yield* sql`
    insert into agent_operations.dataset_items (tenant_id, project_id, dataset_id, item_id, from_version, to_version,
      position, input, expected, metadata, source, encoded_bytes, created_at, created_by, updated_at, updated_by)
    select ${space.tenant}, ${space.project}, 'ds_1', 'di_' || n, v, case when v < ${versions} then v + 1 end, n, '1', 'null',
      '{}', 'null', 1024, now(), '{}', now(), '{}'
    from generate_series(1, ${versions}::int) as v, generate_series(1, ${items}::int) as n
    where n < ${items} or v < ${versions}`
  yield* sql`
    insert into agent_operations.dataset_heads (tenant_id, project_id, dataset_id, version, item_count, last_position)
    values (${space.tenant}, ${space.project}, 'ds_2', ${appended}, ${appended}, ${appended})`
  yield* sql`
    insert into agent_operations.dataset_items (tenant_id, project_id, dataset_id, item_id, from_version, position, input,
      expected, metadata, source, encoded_bytes, created_at, created_by, updated_at, updated_by)
    select ${space.tenant}, ${space.project}, 'ds_2', 'di_2_' || n, n, n, '1', 'null', '{}', 'null', 1024, now(), '{}', now(), '{}'
    from generate_series(1, ${appended}::int) as n`
})

interface Node {
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}
const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

describeOnBothDatabases("the items of a dataset at a version", (database) => {
  layer(database.migrated([migrations]), { excludeTestServices: true })((it) => {
    it.effect(
      "K3: no more is read than a page takes, of the current version the living alone, with statistics and without; D2: every version is as it was",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const itemsAt = makeItemsAt(sql)
          yield* fill
          const page = (version: number) => ({ version, where: sql`i.position > 0`, limit: 51 })
          const few = (version: number, after: number) => ({ version, where: sql`i.position > ${after}`, limit })
          /** How many rows of items a statement looks at. */
          const read = (options: Parameters<typeof itemsAt>[3], datasetId = "ds_1") =>
            Effect.map(
              sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: Node }> }>`
                explain (analyze, format json) ${itemsAt(space, datasetId, "i.item_id, i.from_version, i.position", options)}`,
              ([row]) =>
                nodesOf(row!["QUERY PLAN"][0]!.Plan)
                  .filter((node) => node["Relation Name"] === "dataset_items")
                  .reduce(
                    (sum, node) =>
                      sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
                    0
                  )
            )
          for (const known of [false, true]) {
            if (known) yield* sql`analyze agent_operations.dataset_items`
            for (const options of [page(versions), { version: versions }]) {
              assert.isAtMost(yield* read(options), items)
            }
            // Of an earlier version every revision of an item is looked at, but of no item behind the page.
            for (const after of [0, items / 2]) {
              assert.isAtMost(yield* read(few(versions - 1, after)), limit * (versions - 1))
            }
            for (const version of [appended - 1, appended / 2]) {
              for (const after of [0, version - limit, version - 1, version]) {
                assert.isAtMost(yield* read(few(version, after), "ds_2"), limit)
              }
            }
          }
          for (const version of [0, 1, versions - 1, versions]) {
            const expected = yield* sql`
              select i.item_id, i.from_version, i.position from agent_operations.dataset_items as i
              where i.dataset_id = 'ds_1' and i.from_version <= ${version} and (i.to_version is null or i.to_version > ${version})
              order by i.position`
            assert.lengthOf(expected, version === 0 ? 0 : version === versions ? items - 1 : items)
            for (const options of [page(version), { version }]) {
              const found = yield* itemsAt(space, "ds_1", "i.item_id, i.from_version, i.position", options)
              assert.deepStrictEqual(found, expected)
            }
          }
        })
    )
  })
})
