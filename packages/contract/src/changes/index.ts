/**
 * What breaks callers from one OpenAPI document of operations to the next, where a tool that compares any two documents
 * sees nothing: it has to be used beside one, such as `redocly diff`. Law: C3.
 *
 * @packageDocumentation
 */
import { keysOf } from "@agent-operations/error-envelope/pointer"

/** A change after which a caller that kept to the released document fails or does something else. */
export interface BreakingChange {
  /** The operation's identifier. */
  readonly operation: string
  /** The place, and what was and is there. */
  readonly change: string
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const tell = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value))

/** Follows the references of a document. */
const resolverOf = (document: object) => {
  const resolve = (value: unknown): Node => {
    const node = nodeOf(value)
    if (typeof node["$ref"] !== "string") return node
    return resolve(keysOf(node["$ref"].slice(1)).reduce<unknown>((at, key) => nodeOf(at)[key], document))
  }
  return resolve
}

type Resolve = ReturnType<typeof resolverOf>

/** A value of both documents. */
type Pair = readonly [released: unknown, next: unknown]

/** The schemas right within two schemas, where both have one, by their path. */
function* within(released: Node, next: Node): Generator<readonly [path: string, pair: Pair]> {
  for (const keyword of ["properties", "patternProperties"]) {
    const [was, is] = [nodeOf(released[keyword]), nodeOf(next[keyword])]
    for (const key of Object.keys(was)) if (key in is) yield [`.${key}`, [was[key], is[key]]]
  }
  for (const keyword of ["items", "additionalProperties"]) {
    const [was, is] = [released[keyword], next[keyword]]
    if (isNode(was) && isNode(is)) yield [keyword === "items" ? "[]" : ".*", [was, is]]
  }
  for (const keyword of ["prefixItems", "allOf", "anyOf", "oneOf"]) {
    const [was, is] = [listOf(released[keyword]), listOf(next[keyword])]
    // Of two lists that differ in length nobody knows which belong together.
    if (was.length === is.length) for (const [index, each] of was.entries()) yield ["", [each, is[index]]]
  }
}

const keywords = {
  default: (schema: Node) => schema["default"],
  "patterns of keys": (schema: Node) =>
    schema["patternProperties"] === undefined ? undefined : Object.keys(nodeOf(schema["patternProperties"])).toSorted(),
  "schema of keys": (schema: Node) => schema["propertyNames"]
}

/** What changed in a schema and all below it. */
const schemaChanges = (path: string, pair: Pair, resolvers: readonly [Resolve, Resolve]): ReadonlyArray<string> => {
  const changes: Array<string> = []
  const seen = new Set<Node>()
  const compare = (at: string, [a, b]: Pair): void => {
    const [was, is] = [resolvers[0](a), resolvers[1](b)]
    if (seen.has(was)) return
    seen.add(was)
    for (const [name, read] of Object.entries(keywords)) {
      const [before, after] = [tell(read(was)), tell(read(is))]
      if (before !== after) changes.push(`${at}: the ${name} was ${before} and is ${after}`)
    }
    for (const [key, inner] of within(was, is)) compare(`${at}${key}`, inner)
  }
  compare(path, pair)
  return changes
}

const jsonOf = (content: unknown): unknown => nodeOf(nodeOf(nodeOf(content)["content"])["application/json"])["schema"]

/** The error codes of an operation with their statuses: `409 CONFLICT`. */
const codesOf = (operation: Node, resolve: Resolve): ReadonlyArray<string> =>
  Object.entries(nodeOf(operation["responses"])).flatMap(([status, response]) => {
    const error = resolve(nodeOf(resolve(jsonOf(resolve(response)))["properties"])["error"])
    const members = [error, ...listOf(error["anyOf"]).map(resolve)]
    return members
      .flatMap((member) => listOf(resolve(nodeOf(member["properties"])["code"])["enum"]))
      .map((code) => `${status} ${String(code)}`)
  })

/** What is said of an operation as a whole, and has to stay as it is. */
const fixed = ["x-agent-effect", "x-agent-paging", "x-agent-idempotency"]

const operationChanges = (was: Node, is: Node, resolvers: readonly [Resolve, Resolve]): ReadonlyArray<string> => {
  const changes = fixed
    .filter((key) => tell(was[key]) !== tell(is[key]))
    .map((key) => `${key} was ${tell(was[key])} and is ${tell(is[key])}`)
  if (was["x-agent-callers"] === undefined && is["x-agent-callers"] !== undefined) {
    changes.push(`only ${tell(is["x-agent-callers"])} may call it`)
  }
  for (const scope of listOf(is["x-agent-scopes"])) {
    if (!listOf(was["x-agent-scopes"]).includes(scope)) changes.push(`the scope ${tell(scope)} is required`)
  }
  const codes = codesOf(is, resolvers[1])
  for (const code of codesOf(was, resolvers[0])) if (!codes.includes(code)) changes.push(`the error ${code} is gone`)
  const pairOf = (read: (operation: Node, resolve: Resolve) => unknown): Pair => [
    read(was, resolvers[0]),
    read(is, resolvers[1])
  ]
  return [
    ...changes,
    ...schemaChanges(
      "input",
      pairOf((each, resolve) => jsonOf(resolve(each["requestBody"]))),
      resolvers
    ),
    ...schemaChanges(
      "result",
      pairOf((each, resolve) => jsonOf(resolve(nodeOf(each["responses"])["200"]))),
      resolvers
    )
  ]
}

/**
 * What of a released document's operations is no longer as its callers know it: the effect, the paging, a scope more, callers
 * fewer, an error code that is gone, a default, the keys that an object may have. What else breaks callers (an operation or a
 * member that is gone, a type that is narrower) is seen by every tool that compares OpenAPI documents. Law: C3.
 *
 * @example
 * breakingChanges(released, openApiDocument(families))
 * // [{ operation: "list_page_views", change: "input.limit: the default was 50 and is 20" }]
 */
export const breakingChanges = (released: object, next: object): ReadonlyArray<BreakingChange> => {
  const resolvers = [resolverOf(released), resolverOf(next)] as const
  const [before, after] = [released, next].map((document) => nodeOf(nodeOf(document)["paths"])) as [Node, Node]
  return Object.keys(before).flatMap((path) => {
    const [was, is] = [nodeOf(nodeOf(before[path])["post"]), nodeOf(nodeOf(after[path])["post"])]
    const operation = was["operationId"]
    if (typeof operation !== "string" || is["operationId"] === undefined) return []
    return operationChanges(was, is, resolvers).map((change) => ({ operation, change }))
  })
}
