/** A schema of a JSON value, as the OpenAPI document of the contract has it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** How a name in a `$ref` is written in the file of types. */
export type NameOf = (reference: string) => string

/** A comment above a declaration; nothing where there is nothing to say. */
export const comment = (text: unknown, indent: string): string => {
  if (typeof text !== "string" || text === "") return ""
  const lines = text.replaceAll("*/", "* /").split("\n")
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const identifier = /^[A-Za-z_$][\w$]*$/

const keyText = (key: string) => (identifier.test(key) ? key : JSON.stringify(key))

const literal = (value: unknown) => JSON.stringify(value)

type Members = { readonly [key: string]: JsonSchema }

const membersOf = (value: unknown): ReadonlyArray<readonly [string, JsonSchema]> =>
  Object.entries((value ?? {}) as Members)

const union = (parts: ReadonlyArray<string>) => {
  const distinct = [...new Set(parts)]
  return distinct.length === 0 ? "never" : distinct.join(" | ")
}

const intersection = (parts: ReadonlyArray<string>) =>
  parts.length === 1 ? parts[0]! : parts.map((part) => (part.includes("|") ? `(${part})` : part)).join(" & ")

const simple: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null"
}

/** The TypeScript type of a JSON Schema, as text. What a schema leaves open is `Json`. */
export const typeText = (schema: JsonSchema, nameOf: NameOf, indent = ""): string => {
  const textOf = (inner: JsonSchema, deeper = indent) => typeText(inner, nameOf, deeper)

  const objectText = (schema: Exclude<JsonSchema, boolean>): string => {
    const inner = `${indent}  `
    const required = new Set(schema["required"] as ReadonlyArray<string> | undefined)
    const members = membersOf(schema["properties"]).map(([key, member]) => {
      const described = typeof member === "object" ? comment(member["description"], inner) : ""
      return `${described}${inner}readonly ${keyText(key)}${required.has(key) ? "" : "?"}: ${textOf(member, inner)}\n`
    })
    const { additionalProperties = members.length === 0 } = schema
    const open = [
      ...membersOf(schema["patternProperties"]).map(([, value]) => value),
      ...(additionalProperties === false ? [] : [additionalProperties as JsonSchema])
    ]
    const index = `{ readonly [key: string]: ${union(open.map((value) => textOf(value)))} }`
    if (members.length === 0) return open.length === 0 ? "{ readonly [key: string]: never }" : index
    const closed = `{\n${members.join("")}${indent}}`
    return open.length === 0 ? closed : `${closed} & ${index}`
  }

  const arrayText = ({ prefixItems, items, minItems = 0 }: Exclude<JsonSchema, boolean>): string => {
    if (!Array.isArray(prefixItems))
      return `ReadonlyArray<${items === undefined ? "Json" : textOf(items as JsonSchema)}>`
    const first = prefixItems.map((one: JsonSchema, at) => {
      const text = textOf(one)
      return at < (minItems as number) ? text : `(${text})?`
    })
    const rest = items === undefined || items === false ? [] : [`...ReadonlyArray<${textOf(items as JsonSchema)}>`]
    return `readonly [${[...first, ...rest].join(", ")}]`
  }

  const baseText = (schema: Exclude<JsonSchema, boolean>): string => {
    const { $ref, anyOf, oneOf, type } = schema
    if (typeof $ref === "string") return nameOf($ref.slice($ref.lastIndexOf("/") + 1))
    if ("const" in schema) return literal(schema["const"])
    if (Array.isArray(schema["enum"])) return union(schema["enum"].map(literal))
    if (Array.isArray(type)) return union(type.map((one: string) => textOf({ ...schema, type: one })))
    if (type === "object") return objectText(schema)
    if (type === "array") return arrayText(schema)
    if (typeof type === "string" && type in simple) return simple[type]!
    const either = anyOf ?? oneOf
    if (Array.isArray(either)) return union(either.map((one: JsonSchema) => textOf(one)))
    // A struct without members, which takes whatever is not null.
    if (JSON.stringify(schema["not"]) === '{"type":"null"}') return "object"
    if (JSON.stringify(schema["not"]) === "{}") return "never"
    return "Json"
  }

  if (typeof schema === "boolean") return schema ? "Json" : "never"
  const { allOf = [], ...base } = schema
  // What is left open adds nothing to what is said beside it.
  const parts = [baseText(base), ...(allOf as ReadonlyArray<JsonSchema>).map((one) => textOf(one))]
  const typed = parts.filter((text) => text !== "Json")
  return typed.length === 0 ? "Json" : intersection(typed)
}
