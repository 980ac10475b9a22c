import { comment, type JsonSchema, typeText } from "./type-text.ts"

/** A name of the contract as that of a type: `PageView` of `page_view` and of `pageView`. */
export const pascalCase = (name: string): string => {
  const joined = name.replace(/(?:^|[^A-Za-z0-9$]+)([A-Za-z0-9$]?)/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(joined) ? `_${joined}` : joined
}

const isPlainObject = (schema: JsonSchema, text: string) =>
  typeof schema === "object" && schema["type"] === "object" && !text.includes("} & {")

/**
 * Collects the declarations of a file of types. What they refer to among `schemas` is declared too, once, after them.
 * Throws a `TypeError` where two would have one name.
 */
export const makeDeclarations = (
  schemas: Readonly<Record<string, JsonSchema>>,
  /** The names that the file imports or uses otherwise. */
  taken: ReadonlyArray<string>
) => {
  const names = new Set(["Json", "ReadonlyArray", ...taken])
  const texts: Array<string> = []
  const references = new Map<string, string>()
  const waiting: Array<string> = []

  const claim = (name: string, what: string) => {
    if (names.has(name)) {
      throw new TypeError(
        `Two types of the client would be called ${name}; one is that of ${what}. Rename one of them.`
      )
    }
    names.add(name)
    return name
  }

  const nameOf = (reference: string): string => {
    const known = references.get(reference)
    if (known !== undefined) return known
    const name = claim(pascalCase(reference), `the schema ${reference}`)
    references.set(reference, name)
    waiting.push(reference)
    return name
  }

  const write = (name: string, schema: JsonSchema, description?: unknown) => {
    const text = typeText(schema, nameOf)
    const head = comment(description, "")
    texts.push(
      isPlainObject(schema, text) ? `${head}export interface ${name} ${text}` : `${head}export type ${name} = ${text}`
    )
  }

  return {
    nameOf,
    /** The type of a schema as text, for use in another declaration. */
    textOf: (schema: JsonSchema, indent = "") => typeText(schema, nameOf, indent),
    /** Declares the type of a schema, unless the schema is that of a name already; its name. */
    declare: (name: string, schema: JsonSchema, what: string, description?: unknown): string => {
      if (typeof schema === "object" && typeof schema["$ref"] === "string") return typeText(schema, nameOf)
      write(claim(name, what), schema, description)
      return name
    },
    /** Adds a declaration as text. */
    add: (name: string, what: string, text: string): void => {
      claim(name, what)
      texts.push(text)
    },
    /** All of them, those of the schemas that were referred to last. */
    all: (): string => {
      const declared = texts.splice(0)
      const byName = new Map<string, string>()
      for (let reference = waiting.shift(); reference !== undefined; reference = waiting.shift()) {
        const schema = schemas[reference]
        if (schema === undefined) throw new TypeError(`No schema is called ${reference}.`)
        write(nameOf(reference), schema, typeof schema === "object" ? schema["description"] : undefined)
        byName.set(nameOf(reference), texts.pop()!)
      }
      const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
      return [...declared, ...sorted].join("\n\n")
    }
  }
}
