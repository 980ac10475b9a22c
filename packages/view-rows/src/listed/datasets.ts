import type { datasets } from "@agent-operations/contract/datasets"
import { Effect } from "effect"
import type { CallsTo } from "./call.ts"
import {
  filledWith,
  inOrder,
  inTime,
  type Item,
  keepValues,
  type List,
  nanosOf,
  readAll,
  valuesOf,
  withKept
} from "./list.ts"

const itemCount = "itemCount"

/** The datasets of the project, newest first. */
export const listDatasets = (calls: CallsTo<typeof datasets>): List => ({
  // A dataset has no case and no run: custom fields of them are null.
  records: ["case", "run"],
  page: (_, paths) =>
    Effect.suspend(() => {
      // It may be large: what is asked for is kept of it.
      const ofExtra = paths.filter(({ record, name }) => record === "dataset" && name === "metadata")
      const items: Array<Item> = []
      return Effect.map(
        readAll(
          (cursor) => calls.list({ limit: 200, ...(cursor !== undefined && { cursor }) }),
          function* ({ id, name, description, settings, createdAt, updatedAt }) {
            const { values, length } = yield* keepValues(valuesOf({ dataset: { metadata: settings.extra } }), ofExtra)
            items.push({
              id,
              place: nanosOf(createdAt),
              at: nanosOf(createdAt),
              names: [name],
              ids: [id],
              value: withKept(valuesOf({ dataset: { id, name, description, createdAt, updatedAt } }), ofExtra, values)
            })
            return length
          }
        ),
        () => ({ next: null, items: inOrder(items) })
      )
    }),
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
