import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeItemsAt } from "../../src/datasets/store/items-at.ts"
import { migrations } from "../../src/datasets/store/migrations.ts"

const [items, versions] = [20, 200]
const space = { tenant: "org_a", project: "prj_a" }

/** A dataset whose items were all changed by each version, but for the last item, which the last version deleted. */
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
      "K3: at the current version no more is read than the living, with statistics and without; D2: every version is as it was",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const itemsAt = makeItemsAt(sql)
          yield* fill
          const page = (version: number) => ({ version, where: sql`i.position > 0`, limit: 51 })
          /** How many rows of items a statement looks at. */
          const read = (options: Parameters<typeof itemsAt>[3]) =>
            Effect.map(
              sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: Node }> }>`
                explain (analyze, format json) ${itemsAt(space, "ds_1", "i.item_id, i.from_version, i.position", options)}`,
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
          }
          for (const version of [0, 1, versions - 1, versions]) {
            const expected = yield* sql`
              select i.item_id, i.from_version, i.position from agent_operations.dataset_items as i
              where i.from_version <= ${version} and (i.to_version is null or i.to_version > ${version})
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
