import * as Schema from "effect/Schema"

/** Far deeper than any body may nest; what nests deeper holds itself. */
const maxDepth = 1000

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

const isJsonTo = (value: unknown, depth: number): boolean => {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true
    case "number":
      return Number.isFinite(value)
    case "object": {
      if (value === null) return true
      if (depth === 0) return false
      if (Array.isArray(value)) {
        for (let index = 0; index < value.length; index++) if (!isJsonTo(value[index], depth - 1)) return false
        return true
      }
      if (!isPlain(value)) return false
      for (const key in value) if (!isJsonTo((value as Record<string, unknown>)[key], depth - 1)) return false
      return true
    }
    default:
      return false
  }
}

/** Whether a value is JSON. */
export const isJson = (value: unknown): value is Schema.Json => isJsonTo(value, maxDepth)

/**
 * Open JSON. The schema library's own remembers each object that it has seen, which for a body of many small ones takes
 * several times as long as everything else.
 */
export const Json: Schema.Codec<Schema.Json> = Schema.declare(isJson, Schema.Json.ast.annotations)
