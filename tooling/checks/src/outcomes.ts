import { parse } from "@babel/parser"
import { type Node, within } from "./departures.ts"
import { lineOf, makeExcepting, nameOf } from "./reasons.ts"

const either = "It holds for either outcome. Decide the outcome, make two cases, or assert what goes with each."
const empty = "Where the list is empty it asserts nothing. Assert how many there are."
const few = "Fewer than 20 runs. Give it more, or the reason above the line."

/** Below this many runs, a property of the short run says why. */
const fewest = 20

const argumentsOf = (call: Node) => call["arguments"] as ReadonlyArray<Node>

const isCall = (node: Node | undefined): node is Node => node?.type === "CallExpression"

const isChoice = (node: Node | undefined): boolean =>
  node?.type === "ArrayExpression" && (node["elements"] as ReadonlyArray<unknown>).length > 1

/** `a || b` or `[a, b].includes(c)`, also as what each element of a list is to be. */
const isOr = (node: Node | undefined): boolean => {
  if (node?.type === "LogicalExpression") return node["operator"] === "||"
  if (node?.type === "ArrowFunctionExpression") return isOr(node["body"] as Node)
  if (!isCall(node)) return false
  const { object, property } = node["callee"] as { readonly object?: Node; readonly property?: Node }
  if (nameOf(property) === "includes") return isChoice(object)
  return /^(every|some)$/.test(nameOf(property)) && isOr(argumentsOf(node)[0])
}

/** What is expected, of `expect(what).toBe(…)`; undefined of another call. */
const expected = (call: Node): Node | undefined => {
  const { object } = call["callee"] as { readonly object?: Node }
  return isCall(object) && nameOf(object["callee"] as Node) === "expect" ? argumentsOf(object)[0] : undefined
}

const isEither = (call: Node): boolean => {
  const callee = call["callee"] as Node
  const [first] = argumentsOf(call)
  const name = nameOf(callee)
  if (name === "assert.include") return isChoice(first)
  if (name === "assert.oneOf") return true
  if (/^assert(\.isTrue|\.isOk|\.ok)?$/.test(name)) return isOr(first)
  const of = expected(call)
  if (of === undefined) return false
  const matcher = nameOf((callee as { readonly property?: Node }).property)
  return matcher === "toBeOneOf" || (matcher === "toContain" && isChoice(of)) || (matcher === "toBe" && isOr(of))
}

const isAssertion = (node: Node): boolean =>
  isCall(node) && /^(assert(\..+)?|expect)$/.test(nameOf(node["callee"] as Node))

/** Whether it is a list that the file itself writes down, or what is made of each of its elements. */
const isWritten = (node: Node | undefined): boolean => {
  if (node?.type === "ArrayExpression") return (node["elements"] as ReadonlyArray<unknown>).length > 0
  if (!isCall(node)) return false
  const callee = node["callee"] as { readonly object?: Node; readonly property?: Node } & Node
  if (nameOf(callee) === "Array.from") return true
  if (/^(Promise|Effect)\.(all|allSettled|forEach)$/.test(nameOf(callee))) return isWritten(argumentsOf(node)[0])
  return nameOf(callee.property) === "map" && isWritten(callee.object)
}

/** Whether it is what somebody else answers. */
const isAsked = (node: Node | null | undefined): boolean =>
  node != null && /^(AwaitExpression|YieldExpression)$/.test(node.type) && !isWritten(node["argument"] as Node)

/** The names that are given what was asked of something, such as `const { items } = await list()`. */
const answersOf = (nodes: ReadonlyArray<Node>): ReadonlySet<string> => {
  const named = new Set<string>()
  for (const { type, id, init } of nodes) {
    if (type !== "VariableDeclarator" || !isAsked(init as Node | null)) continue
    for (const { type, name } of within(id as Node)) if (type === "Identifier") named.add(String(name))
  }
  return named
}

/** What makes a list of another that may be shorter, or as long. */
const derives = /\.(filter|map|flatMap|matchAll|slice|toSorted|toReversed|entries|values|keys)$/

/** The dotted name of what is gone through, or of what that was made of; empty of what has no name. */
const sourceOf = (list: Node): string => {
  if (isAsked(list)) return "await"
  if (list.type === "TSNonNullExpression") return sourceOf(list["expression"] as Node)
  if (!isCall(list)) return nameOf(list)
  const callee = list["callee"] as Node
  if (/^Object\.(entries|values|keys)$/.test(nameOf(callee))) return sourceOf(argumentsOf(list)[0]!)
  const { object, property } = callee as { readonly object?: Node; readonly property?: Node }
  return object !== undefined && derives.test(`.${nameOf(property)}`) ? sourceOf(object) : ""
}

/** The name of what is gone through, where somebody else decides how long it is. */
const listOf = (list: Node, answers: ReadonlySet<string>): string | undefined => {
  const name = sourceOf(list)
  return name === "await" || answers.has(name.split(".")[0]!) ? name : undefined
}

/** Whether a file asserts something of a list itself, such as its length. */
const isCounted = (text: string, list: string): boolean => {
  const name = list.replaceAll(".", "[!?]*\\.")
  return new RegExp(
    `(assert(\\.\\w+)?|expect)\\([^;]*?(?<![\\w.])${name}[!?]*(\\.length|[,)\\n]|\\.map\\(|\\.flatMap\\()`
  ).test(text)
}

const loopsIn = (nodes: ReadonlyArray<Node>, text: string) => {
  const answers = answersOf(nodes)
  return nodes.filter((node) => {
    if (node.type !== "ForOfStatement") return false
    const list = listOf(node["right"] as Node, answers)
    if (list === undefined || ![...within(node["body"] as Node)].some(isAssertion)) return false
    return list === "await" || !isCounted(text, list)
  })
}

const isFew = ({ type, key, value }: Node): boolean =>
  type === "ObjectProperty" &&
  nameOf(key as Node) === "numRuns" &&
  (value as Node).type === "NumericLiteral" &&
  Number((value as Node)["value"]) < fewest

/**
 * Where a test takes either outcome, or says nothing of an empty list, or draws too few: a line each. A comment
 * `// either: <reason>` at the line, or above it, excepts it, and `// runs: <reason>` few runs.
 *
 * @example
 * outcomes("a.test.ts", "assert.include([0, 5], count)") // ["a.test.ts:1: It holds for either outcome. …"]
 */
export const outcomes = (file: string, text: string): ReadonlyArray<string> => {
  const { program, comments } = parse(text, {
    sourceType: "module",
    plugins: file.endsWith(".ts") ? ["typescript"] : []
  })
  const root: object = program
  const nodes = [...within(root as Node)]
  const told = (message: string) => (node: Node) => ({ line: lineOf(node), message })
  return [
    ...makeExcepting(
      file,
      comments ?? [],
      "either"
    )([
      ...nodes.filter((node) => isCall(node) && isEither(node)).map(told(either)),
      ...loopsIn(nodes, text).map(told(empty))
    ]),
    ...makeExcepting(
      file,
      comments ?? [],
      "runs"
    )(file.endsWith(".long.test.ts") ? [] : nodes.filter(isFew).map(told(few)))
  ]
}
