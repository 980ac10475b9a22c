import type { Json, JsonObject } from "./json-value.ts"

/** Whether a value has members. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)
