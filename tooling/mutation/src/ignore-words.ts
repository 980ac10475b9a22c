import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

/** What is needed of Babel's paths. */
interface Path {
  readonly node: {
    readonly type: string
    readonly value?: unknown
    readonly quasis?: ReadonlyArray<{ readonly value: { readonly raw: string } }>
    readonly key?: Property["key"]
    readonly callee?: Callee
    readonly tag?: Callee
    readonly properties?: ReadonlyArray<Property>
  }
  readonly key?: string | number | null
  readonly listKey?: string | null
  readonly parent?: Path["node"]
}

interface Property {
  readonly key?: { readonly name?: string } | undefined
}

interface Callee {
  readonly name?: string
  readonly object?: Callee
  readonly property?: { readonly name?: string }
}

const words = new Set(["message", "hint", "title", "summary", "label", "about", "wants", "otherwise"])
const loggers = new Set(["log", "logDebug", "logError", "logInfo", "logTrace", "logWarning", "annotateLogs"])
const named = new Set(["fn", "withSpan", "withLogSpan", "annotateCurrentSpan"])

const isWords = ({ key }: Property) => words.has(key?.name ?? "")

/** What is told to a reader: three words or more, which begin or end as a sentence does. */
const isSentence = (text: string) => /^[A-Z]\S* \S+ \S|^\S+ \S+ .*\.$/.test(text)

const textOf = ({ type, value, quasis }: Path["node"]) =>
  type === "StringLiteral" ? String(value) : (quasis ?? []).map(({ value }) => value.raw).join("…")

/** Why a fault in these words says nothing of the code. */
const reasonOf = ({ node, key, listKey, parent }: Path): string | undefined => {
  const { properties = [] } = node
  if (node.type === "ObjectProperty" ? isWords(node) : properties.length > 0 && properties.every(isWords))
    return "The wording of a message is no promise."
  if (node.type === "TaggedTemplateExpression" && node.tag?.name === "html") return "How a page looks, a browser shows."
  if (node.type === "StringLiteral" && String(node.value).startsWith("@agent-operations/"))
    return "The key of a service is its name and no more."
  if (isSentence(textOf(node))) return "The wording of a message is no promise."
  if (listKey !== "arguments" || parent?.callee === undefined) return undefined
  if (parent.callee.name === "makeWalk" && node.type === "StringLiteral")
    return "The name of a list in its cursors is any that no other list has."
  const { object, property } = parent.callee
  if (key === 0 && parent.type === "NewExpression" && parent.callee.name?.endsWith("Error") === true)
    return "The wording of a defect is no promise."
  if (object?.name !== "Effect") return undefined
  if (loggers.has(property?.name ?? "")) return "The wording of a log line is no promise."
  if (key === 0 && named.has(property?.name ?? "")) return "The name of a span is no promise."
  return undefined
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", { shouldIgnore: (path: unknown) => reasonOf(path as Path) })
]
