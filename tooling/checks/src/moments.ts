import { parse } from "@babel/parser"
import { type Node, within } from "./departures.ts"
import { lineOf, makeExcepting, nameOf } from "./reasons.ts"

const message =
  "It waits for rows of one table, and reads another as it was before the wait. Lock first, and read in a statement of its own."

const locks = /\bfor (?:no key )?(?:update|share)\b/i
const writes = /\b(?:update|delete from) agent_operations\.\w+/i

const tablesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/agent_operations\.(\w+)/g)].map(([, table]) => table!)

/**
 * The tables that fragments read, by the functions that make them: `const revisionAt = (sql: …) => sql`…``.
 *
 * @example
 * fragmentsOf(["export const all = (sql: SqlClient) => sql`select from agent_operations.revisions`"])
 * // new Map([["all", ["revisions"]]])
 */
export const fragmentsOf = (texts: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    texts
      .flatMap((text) => text.split(/^(?=(?:export )?const \w+ = )/m))
      .flatMap((part) => {
        const name = /^(?:export )?const (\w+) = \(sql\b/.exec(part)?.[1]
        const tables = tablesIn(part)
        return name === undefined || tables.length === 0 ? [] : [[name, tables] as const]
      })
  )

const isStatement = (node: Node): boolean =>
  node.type === "TaggedTemplateExpression" && nameOf(node["tag"] as Node) === "sql"

/** The outermost statements below a node: what stands in them are fragments of theirs. */
function* statementsIn(node: Node): Generator<Node> {
  for (const value of Object.values(node).flat()) {
    if (typeof value !== "object" || value === null || !("type" in value)) continue
    if (isStatement(value as Node)) yield value as Node
    else yield* statementsIn(value as Node)
  }
}

const rawOf = (node: Node): string => (node["value"] as { readonly raw: string }).raw

/**
 * Statements that wait for rows which others may be changing, and read another table as well: in READ COMMITTED the rows
 * are those after the wait, and the other table is as it was before. What was written meanwhile is then not there. Each
 * says why that is right there, in a comment `// moments: …` above it.
 */
export const moments = (
  file: string,
  text: string,
  fragments: ReadonlyMap<string, ReadonlyArray<string>>
): ReadonlyArray<string> => {
  if (!text.includes("sql`") && !text.includes("sql<")) return []
  const { program, comments } = parse(text, { sourceType: "module", plugins: ["typescript"] })
  const tree: object = program
  const found = [...statementsIn(tree as Node)].filter((statement) => {
    const nodes = [...within(statement)]
    const sql = nodes
      .filter(({ type }) => type === "TemplateElement")
      .map(rawOf)
      .join("\0")
    const calls = nodes.filter(({ type }) => type === "CallExpression").map(({ callee }) => nameOf(callee as Node))
    const tables = new Set([...tablesIn(sql), ...calls.flatMap((name) => fragments.get(name) ?? [])])
    return tables.size > 1 && (locks.test(sql) || writes.test(sql))
  })
  return makeExcepting(
    file,
    comments ?? [],
    "moments"
  )(found.map((statement) => ({ line: lineOf(statement), message })))
}
