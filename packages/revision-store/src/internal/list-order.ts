import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** By what a list is sorted, and whether upwards or downwards: by default `created_desc`, newest first. */
export type ListSort = "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"

/**
 * The place of a definition in an order: its position, its name as names are compared, or when it was updated (RFC 3339
 * with milliseconds) with its ID.
 */
export type ListKey = bigint | string | readonly [updatedAt: string, id: string]

type By = "created" | "updated" | "name"

/** What a statement reads of a definition to tell its place. */
export interface KeyRow {
  readonly id: string
  readonly position?: bigint
  readonly name_key?: string
  readonly updated_at?: Date
}

interface Order {
  /** The table that has an index of exactly this order, and its columns. */
  readonly table: "d" | "l"
  readonly columns: ReadonlyArray<string>
  /** The predicate of that index, by which no other is taken for it. Law: P8. */
  readonly indexed: string
  readonly keyOf: (row: KeyRow) => ListKey
  readonly parameters: (sql: SqlClient, key: ListKey) => Fragment
}

const orders: Readonly<Record<By, Order>> = {
  created: {
    table: "d",
    columns: ["position"],
    indexed: "d.position > 0",
    keyOf: ({ position }) => position!,
    parameters: (sql, key) => sql`(${key as bigint})`
  },
  name: {
    table: "d",
    columns: ["name_key"],
    indexed: "d.name_key <> ''",
    keyOf: ({ name_key }) => name_key!,
    parameters: (sql, key) => sql`(${key as string})`
  },
  updated: {
    table: "l",
    columns: ["updated_at", "id"],
    indexed: "l.updated_at > '-infinity'",
    keyOf: ({ updated_at, id }) => [updated_at!.toISOString(), id],
    parameters: (sql, key) => {
      const [updatedAt, id] = key as Exclude<ListKey, bigint | string>
      return sql`(${new Date(updatedAt)}, ${id})`
    }
  }
}

/** An order in SQL: of the definitions `d`, or of what lists know of them, `l`. */
export interface OrderInSql extends Pick<Order, "table" | "columns" | "indexed" | "keyOf"> {
  readonly by: By
  /** What `order by` takes, of a table or of columns that have only one. */
  readonly direction: (table?: "d" | "l") => string
  /** The condition of what comes after a key. */
  readonly beyond: (sql: SqlClient, key: ListKey) => Fragment
}

const of = (table: string | undefined, column: string) => (table === undefined ? column : `${table}.${column}`)

/** An order; `backwards`, the one that leads from a page to the page before it. */
export const orderOf = (sort: ListSort = "created_desc", backwards = false): OrderInSql => {
  const [by, way] = sort.split("_") as [By, "asc" | "desc"]
  const { parameters, ...order } = orders[by]
  const upwards = (way === "asc") !== backwards
  const key = order.columns.map((column) => of(order.table, column)).join(", ")
  return {
    ...order,
    by,
    direction: (table) => order.columns.map((column) => `${of(table, column)} ${upwards ? "asc" : "desc"}`).join(", "),
    beyond: (sql, place) => sql`(${sql.literal(key)}) ${sql.literal(upwards ? ">" : "<")} ${parameters(sql, place)}`
  }
}
