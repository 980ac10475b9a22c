/** What a field holds. `strings` is a list of strings; `json` may be anything. Any field may be absent or null. */
export type FieldType = "string" | "number" | "boolean" | "timestamp" | "duration" | "json" | "strings"

/**
 * A field of one type, or one that is open: it holds values of a type under any key, and a key may contain dots, as those
 * of OpenTelemetry do.
 */
export type Field = FieldType | { readonly each: FieldType }

/**
 * The records that a family owns, by name, with the fields that formulas, filters and columns may name. Costs are in US
 * dollars, durations in milliseconds.
 *
 * @example
 * const records = { invoice: { id: "string", total: "number", labels: { each: "string" } } } as const
 */
export type Records = { readonly [record: string]: { readonly [field: string]: Field } }
