import { UnsignedInt } from "@marcbachmann/cel-js/evaluator"
import { CellFailure } from "./failures.ts"

const below = (value: object, key: unknown): unknown => {
  if (value instanceof Map) return value.get(key)
  if (Array.isArray(value)) {
    const index = typeof key === "bigint" || key instanceof UnsignedInt ? Number(key) : key
    return typeof index === "number" ? (value as ReadonlyArray<unknown>)[index] : undefined
  }
  const name = String(key)
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/**
 * What a value has under a key: null where it has nothing, since data is sparse. A custom field that has no value throws why.
 *
 * @example
 * fieldOf({ tier: "gold" }, "tier") // "gold"
 * fieldOf("a text", "tier") // null
 */
export const fieldOf = (value: unknown, key: unknown): unknown => {
  if (typeof value !== "object" || value === null || key === null) return null
  const found = below(value, key)
  if (found instanceof CellFailure) throw found
  return found ?? null
}
