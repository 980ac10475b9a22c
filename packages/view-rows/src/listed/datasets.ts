import type { datasets } from "@agent-operations/contract/datasets"
import { Effect } from "effect"
import type { CallsTo } from "./call.ts"
import { filledWith, inOrder, inTime, type Item, type List, nanosOf, readAll, valuesOf } from "./list.ts"

const itemCount = "itemCount"

/** The datasets of the project, newest first. */
export const listDatasets = (calls: CallsTo<typeof datasets>): List => ({
  // A dataset has no case and no run: custom fields of them are null.
  records: ["case", "run"],
  page: () =>
    Effect.map(
      readAll((cursor) => calls.list({ limit: 200, ...(cursor !== undefined && { cursor }) })),
      (all) => ({
        next: null,
        items: inOrder(
          all.map(({ id, name, description, settings, createdAt, updatedAt }): Item => {
            const dataset = { id, name, description, createdAt, updatedAt, metadata: settings.extra }
            return {
              id,
              place: nanosOf(createdAt),
              at: nanosOf(createdAt),
              names: [name],
              ids: [id],
              value: valuesOf({ dataset })
            }
          })
        )
      })
    ),
  isLeftOut: ({ record, name }) => record === "dataset" && name === itemCount,
  fill: (items, _, isOver) =>
    Effect.map(
      inTime(
        items,
        (item) =>
          calls.items({ datasetId: item.id, limit: 1, includeTotal: true }).pipe(
            Effect.map(({ total = null }) => [
              {
                ...item,
                value: (path: Parameters<Item["value"]>[0]) => (path.name === itemCount ? total : item.value(path))
              }
            ]),
            Effect.catchTag("NOT_FOUND", () => Effect.succeed([]))
          ),
        isOver
      ),
      filledWith
    )
})
