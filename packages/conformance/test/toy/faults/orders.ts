import type { Fault, Faults } from "./fault.ts"

/** A server that takes one filter of a list for others. */
const filtering =
  (taken: (filters: Parameters<ReturnType<Fault["wrong"]>["leaves"] & object>[1]) => object): Fault["wrong"] =>
  (right) => ({ leaves: (item, filters) => right.leaves(item, taken(filters)) })

/** Lists in other orders than newest first, and filtered ones. */
export const orders: Faults = {
  "sorts by names as they were written": {
    law: "P9",
    requirement: "P9.order",
    wrong: (right) => ({
      keyOf: (item, by, made) => (by === "name" ? Buffer.from(item.name).toString("hex") : right.keyOf(item, by, made))
    })
  },
  "sorts by creation where it should by update": {
    law: "P9",
    requirement: "P9.order",
    wrong: (right) => ({ keyOf: (item, by, made) => right.keyOf(item, by === "updated" ? "created" : by, made) })
  },
  "moves what is updated in the order of creation": {
    law: "P9",
    requirement: "P9.order",
    wrong: (right) => ({ keyOf: (item, by, made) => right.keyOf(item, by === "created" ? "updated" : by, made) })
  },
  "tells updates of one second by no order": {
    law: "P9",
    requirement: "P9.walk",
    wrong: (right) => ({
      keyOf: (item, by, made) => (by === "updated" ? item.updatedAt.slice(0, 19) : right.keyOf(item, by, made))
    })
  },
  "takes a cursor of another order": {
    law: "P3",
    requirement: "P3.filters",
    wrong: (right) => ({ boundTo: ({ sort: _, ...filters }) => right.boundTo(filters) })
  },
  "leaves what others updated": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ updatedBy: _, ...rest }) => rest)
  },
  "leaves what others created": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ createdBy: _, ...rest }) => rest)
  },
  "takes no target for a filter": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ target: _, ...rest }) => rest)
  },
  "takes no source type for a filter": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ sourceType: _, ...rest }) => rest)
  },
  "leaves what was updated at the moment before which it should be": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ updatedBefore, ...rest }) =>
      updatedBefore === undefined ? rest : { ...rest, updatedBefore: `${updatedBefore}~` }
    )
  },
  "leaves out what was updated at the moment after which it should be": {
    law: "P4",
    requirement: "list.filters",
    wrong: filtering(({ updatedAfter, ...rest }) =>
      updatedAfter === undefined ? rest : { ...rest, updatedAfter: `${updatedAfter}~` }
    )
  }
}
