import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Compiler } from "effect/sql/Statement"
import { LRUCache } from "lru-cache"
import { DatabaseStartError } from "../DatabaseStartError.ts"

/** The schema that all SQL names. */
export const defaultSchema = "agent_operations"

/** The longest suffix of a schema named after the main one. */
const suffix = "_identity"

/** PostgreSQL cuts a longer identifier off, silently. */
const maxLength = 63 - suffix.length

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/
const named = new RegExp(`"${defaultSchema}(${suffix})?"|\\b${defaultSchema}(${suffix})?\\b`, "g")

/** Refuses what is no plain identifier, which is all that can be written into a statement. */
export const checkSchema = (schema: string): Effect.Effect<string, DatabaseStartError> =>
  plain.test(schema) && schema.length <= maxLength && !schema.toLowerCase().startsWith("pg_")
    ? Effect.succeed(schema)
    : Effect.fail(
        new DatabaseStartError({
          reason: "InvalidSchema",
          message: `The schema ${JSON.stringify(schema.slice(0, 80))} cannot be used.`,
          hint:
            `Name one of at most ${maxLength} letters, digits and underscores that does not begin with a digit or ` +
            `with pg_: a second schema has its name and ${suffix}.`
        })
      )

/** Names another schema in a text that names the default one; identifiers are quoted, so that it may be any word. */
export const renameSchema = (schema: string, text: string): string =>
  text.replace(named, (_, quoted = "", bare = "") => `"${schema}${quoted}${bare}"`)

const maxTexts = 2000

/**
 * A compiler whose statements name another schema. Each text is rewritten once and remembered; values are parameters and
 * never part of it.
 */
export const compilerFor = (schema: string, compiler: Compiler): Compiler => {
  if (schema === defaultSchema) return compiler
  const texts = new LRUCache<string, string>({ max: maxTexts })
  const rename = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const renamed = renameSchema(schema, text)
    texts.set(text, renamed)
    return renamed
  }
  const over = (inner: Compiler): Compiler => ({
    dialect: inner.dialect,
    compile: (statement, withoutTransform) => {
      const [text, values] = inner.compile(statement, withoutTransform)
      return [rename(text), values]
    },
    get withoutTransform() {
      return over(inner.withoutTransform) as never
    }
  })
  return over(compiler)
}

const schemas = new WeakMap<SqlClient.SqlClient, string>()

/** Remembers which schema the statements of a client name. */
export const withSchema = <C extends SqlClient.SqlClient>(sql: C, schema: string): C => {
  schemas.set(sql, schema)
  return sql
}

/**
 * The schema that a client's statements name: `agent_operations`, unless the database was opened with another.
 *
 * @example
 * schemaOf(sql) // "agent_operations"
 */
export const schemaOf = (sql: SqlClient.SqlClient): string => schemas.get(sql) ?? defaultSchema
