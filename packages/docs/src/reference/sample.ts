import { choicesOf, type JsonSchema, type SchemaDocument } from "./schema.ts"

const recordOf = (value: unknown) => Object.entries((value ?? {}) as Readonly<Record<string, JsonSchema>>)

/** A value that has the shape of a schema, where nobody wrote an example: the first of its alternatives, a text of dots. */
export const sampleOf = ({ schema, definitions }: SchemaDocument): unknown => {
  let numbers = 0
  const sample = (schema: JsonSchema, depth: number): unknown => {
    const first = choicesOf(schema, definitions).choices[0]?.schema ?? {}
    const { type, properties, items } = first
    if ("const" in first) return first["const"]
    if (Array.isArray(first["enum"])) return first["enum"][0]
    if (type === "object") {
      return depth > 5
        ? {}
        : Object.fromEntries(recordOf(properties).map(([name, one]) => [name, sample(one, depth + 1)]))
    }
    if (type === "array") return items === undefined ? [] : [sample(items as JsonSchema, depth + 1)]
    if (type === "integer" || type === "number") return (numbers += 1)
    return type === "boolean" ? true : type === "string" ? "…" : null
  }
  return sample(schema, 0)
}
