import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { cycles } from "./cycles.ts"
import { type Checked, type Issue, nameOf, type PromptGraph, type PromptNode, templatesOf } from "./model.ts"
import { parseTemplate } from "./template.ts"

const maxIssues = 200

interface Use {
  readonly path: ReadonlyArray<string | number>
  readonly text: string
  readonly at: number
}

interface Uses {
  readonly texts: ReadonlyMap<string, Use>
  readonly partials: ReadonlyMap<string, Use>
  readonly placeholders: ReadonlyMap<string, Use>
  readonly strays: ReadonlyArray<Use>
}

/** Where a prompt uses what, by name: the first place of each. */
function* usesOf({ source }: PromptNode): Generator<void, Uses> {
  const [texts, partials, placeholders] = [new Map<string, Use>(), new Map<string, Use>(), new Map<string, Use>()]
  const strays: Array<Use> = []
  const note = (uses: Map<string, Use>, name: string, use: Use) => void (uses.has(name) || uses.set(name, use))
  for (const { path, text } of templatesOf(source)) {
    for (const part of parseTemplate(text)) {
      if (part.type === "variable") note(texts, part.name, { path, text, at: part.at })
      else if (part.type === "partial") note(partials, part.alias, { path, text, at: part.at })
      else {
        const stray = part.text.indexOf("{{")
        if (stray !== -1 && strays.length < maxIssues) strays.push({ path, text, at: part.at + stray })
      }
    }
    yield
  }
  if (source.type === "chat") {
    for (const [n, message] of source.messages.entries()) {
      if (!("placeholder" in message)) continue
      note(placeholders, message.placeholder, { path: ["source", "messages", n, "placeholder"], text: "", at: 0 })
    }
  }
  return { texts, partials, placeholders, strays }
}

/** An issue before its place is told, which takes counting lines: of many, few are told. */
interface Found extends Pick<Issue, "severity" | "code" | "message"> {
  readonly path: Use["path"]
  readonly text?: string
  readonly at?: number
}

const issueAt = (severity: Issue["severity"], code: Issue["code"], message: string, use: Use): Found => ({
  severity,
  code,
  message,
  ...use
})

const issueOf = (severity: Issue["severity"], code: Issue["code"], message: string, path: Use["path"]): Found => ({
  severity,
  code,
  message,
  path
})

const placed = ({ severity, code, message, path, text = "", at = 0 }: Found): Issue => {
  let [line, start] = [1, 0]
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", start)) {
    line++
    start = end + 1
  }
  const position = { line, column: at - start + 1 }
  return { severity, code, message, path: pointerOf(path), ...(text === "" ? {} : { position }) }
}

function* variableIssues(node: PromptNode, { texts, placeholders }: Uses, everyName: ReadonlySet<string>) {
  const declared = new Map(node.settings.variables.map((variable, n) => [variable.name, { ...variable, n }]))
  for (const [name, use] of [...texts, ...placeholders]) {
    if (declared.has(name)) continue
    yield issueAt("error", "UNDECLARED_VARIABLE", `${name} is not among the prompt's variables.`, use)
  }
  for (const [name, use] of placeholders) {
    if (texts.has(name)) yield issueAt("error", "VARIABLE_TYPE", `${name} can't be both text and messages.`, use)
  }
  for (const [name, { n, default: value }] of declared) {
    const path = ["settings", "variables", n]
    if (!everyName.has(name)) yield issueOf("warning", "UNUSED_VARIABLE", `${name} is not used.`, path)
    const messages = typeof value === "object"
    if (value === undefined || !(messages ? texts : placeholders).has(name)) continue
    const message = messages ? `${name} stands in a text: its default can't be messages.` : `${name} needs messages.`
    yield issueOf("error", "VARIABLE_TYPE", message, [...path, "default"])
  }
}

function* referenceIssues(node: PromptNode, { partials }: Uses, { resolve }: PromptGraph) {
  for (const [alias, use] of partials) {
    const reference = Object.hasOwn(node.references, alias) ? node.references[alias] : undefined
    const included = reference && resolve(reference)
    if (reference === undefined) {
      yield issueAt("error", "UNKNOWN_ALIAS", `${alias} is not among the prompt's references.`, use)
    } else if (included?.source.type === "chat") {
      yield issueAt("error", "NOT_A_TEXT", `${alias} is a chat, and only texts can be included.`, use)
    }
  }
  for (const [alias, reference] of Object.entries(node.references).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = ["references", alias]
    if (resolve(reference) === undefined) {
      yield issueOf("error", "UNKNOWN_ALIAS", `${nameOf(reference)} no longer exists.`, path)
    } else if (!partials.has(alias)) {
      yield issueOf("warning", "UNUSED_REFERENCE", `{{> ${alias}}} is in no template.`, path)
    } else if (reference.revision === null) {
      const message = `${alias} follows the current revision, so that a label doesn't hold it: pin a revision to deploy both as one.`
      yield issueOf("warning", "UNPINNED_REFERENCE", message, path)
    }
  }
}

const strayIssue = (use: Use) =>
  issueAt("warning", "NOT_A_TAG", "{{ begins neither a variable nor a prompt here, and is kept as text.", use)

/**
 * What is wrong with a prompt and with those that it includes, by steps: errors first, each prompt by itself. Nothing is run.
 * Law: K3.
 */
export function* checkPrompt(graph: PromptGraph): Generator<void, Checked> {
  const nodes = [graph.root, ...graph.others]
  const uses = new Map<PromptNode, Uses>()
  const names = new Set<string>()
  for (const node of nodes) {
    const used = yield* usesOf(node)
    uses.set(node, used)
    for (const name of [...used.texts.keys(), ...used.placeholders.keys()]) names.add(name)
  }
  const closing = cycles(graph, (node) => uses.get(node)!.partials.keys(), maxIssues)
  yield
  const found = { error: new Array<readonly [PromptNode, Found]>(), warning: new Array<readonly [PromptNode, Found]>() }
  function* issuesOf(node: PromptNode) {
    const used = uses.get(node)!
    yield* variableIssues(node, used, names)
    yield* referenceIssues(node, used, graph)
    yield* closing.filter((cycle) => cycle.of === node)
    yield* used.strays.map(strayIssue)
  }
  for (const node of nodes) {
    for (const issue of issuesOf(node)) {
      const alike = found[issue.severity]
      if (alike.length < maxIssues) alike.push([node, issue])
    }
    yield
  }
  const issues: Array<Issue> = []
  for (const [node, issue] of [...found.error, ...found.warning].slice(0, maxIssues)) {
    const { id, revision } = node
    const inOther = node !== graph.root && id !== null && revision !== null
    issues.push({ ...placed(issue), ...(inOther ? { definition: { kind: "prompt", id, revision } } : {}) })
    yield
  }
  return { valid: found.error.length === 0, issues, checked: { dependencies: graph.others.length } }
}
