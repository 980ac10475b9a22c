import type { Reference } from "@agent-operations/contract"
import { Result } from "effect"
import { RenderFault } from "./RenderFault.ts"
import {
  maxDepth,
  maxRenderedBytes,
  type Message,
  nameOf,
  type PromptGraph,
  type PromptNode,
  type Rendered,
  type Value,
  type Variables
} from "./model.ts"
import { type Part, parseTemplate } from "./template.ts"

/** How many pieces are put together at most: prompts that include one another can be many while they say nothing. */
const maxPieces = 500_000

/** How many pieces are put together in one step. */
const piecesOfStep = 1000

/** The values in force: the caller's own, and the defaults of prompts, each where nothing that is around it says otherwise. */
interface Scope {
  readonly around: Scope | undefined
  readonly values: ReadonlyMap<string, Value>
}

const valueIn = ({ around, values }: Scope, name: string): Value | undefined => {
  const value = around && valueIn(around, name)
  return value === undefined ? values.get(name) : value
}

/** What a prompt says of its variables. */
interface Declared {
  readonly defaults: Scope["values"]
  readonly optional: ReadonlySet<string>
}

/** What templates are of, by template: of those that were rendered. */
type Parsed = Map<string, ReadonlyArray<Part>>

/** One rendering: what it has made so far, and which variables it missed. */
class Rendering {
  readonly #resolve: (reference: Reference) => PromptNode | undefined
  readonly #parsed: Parsed
  readonly #declared = new Map<PromptNode, Declared>()
  readonly #missing = new Set<string>()
  #bytes = 0
  #pieces = 0
  #step = piecesOfStep

  constructor({ resolve }: PromptGraph, parsed: Parsed) {
    this.#resolve = resolve
    this.#parsed = parsed
  }

  *run(root: PromptNode, variables: Variables): Generator<void, Rendered> {
    const scope = this.#enter(root, { around: undefined, values: new Map(Object.entries(variables)) })
    const rendered = yield* this.#rendered(root, scope)
    if (this.#missing.size > 0) throw new RenderFault({ type: "missing", names: [...this.#missing].sort() })
    return rendered
  }

  *#rendered(root: PromptNode, scope: Scope): Generator<void, Rendered> {
    if (root.source.type === "text")
      return { type: "text", text: yield* this.#text(root, root.source.template, scope, [root]) }
    const messages: Array<Message> = []
    for (const message of root.source.messages) {
      if ("placeholder" in message) messages.push(...this.#messages(root, message.placeholder, scope))
      else messages.push({ role: message.role, content: yield* this.#text(root, message.content, scope, [root]) })
    }
    return { type: "chat", messages }
  }

  /** What a prompt declares is looked through once, however often it is included. */
  #declaredBy(node: PromptNode): Declared {
    let declared = this.#declared.get(node)
    if (declared === undefined) {
      const { variables } = node.settings
      declared = {
        defaults: new Map(
          variables.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value] as const]))
        ),
        optional: new Set(variables.flatMap(({ name, required }) => (required ? [] : [name])))
      }
      this.#declared.set(node, declared)
    }
    return declared
  }

  /** The scope within a prompt. */
  #enter(node: PromptNode, around: Scope): Scope {
    const { defaults: values } = this.#declaredBy(node)
    return values.size === 0 ? around : { around, values }
  }

  #value(node: PromptNode, name: string, scope: Scope): Value | undefined {
    const value = valueIn(scope, name)
    if (value === undefined && !this.#declaredBy(node).optional.has(name)) this.#missing.add(name)
    return value
  }

  #messages(node: PromptNode, name: string, scope: Scope): ReadonlyArray<Message> {
    const value = this.#value(node, name, scope) ?? []
    if (typeof value !== "object") throw new RenderFault({ type: "value", name, needs: "messages" })
    for (const { content } of value) this.#count(content)
    return value
  }

  *#text(node: PromptNode, template: string, scope: Scope, open: ReadonlyArray<PromptNode>): Generator<void, string> {
    let parts = this.#parsed.get(template)
    if (parts === undefined) this.#parsed.set(template, (parts = parseTemplate(template)))
    let text = ""
    for (const part of parts) {
      text +=
        part.type === "partial" ? yield* this.#partial(node, part.alias, scope, open) : this.#said(node, part, scope)
      if (this.#pieces < this.#step) continue
      this.#step = this.#pieces + piecesOfStep
      yield
    }
    return text
  }

  #said(node: PromptNode, part: Exclude<Part, { readonly type: "partial" }>, scope: Scope): string {
    if (part.type === "text") return this.#count(part.text)
    const value = this.#value(node, part.name, scope) ?? ""
    if (typeof value === "object") throw new RenderFault({ type: "value", name: part.name, needs: "text" })
    return this.#count(String(value))
  }

  *#partial(node: PromptNode, alias: string, scope: Scope, open: ReadonlyArray<PromptNode>): Generator<void, string> {
    this.#count("")
    const reference = Object.hasOwn(node.references, alias) ? node.references[alias] : undefined
    const included = reference && this.#resolve(reference)
    if (included === undefined) throw new RenderFault({ type: "alias", alias, of: nameOf(node) })
    if (open.includes(included)) {
      const around = [...open.slice(open.indexOf(included)), included].map(nameOf).join(" -> ")
      throw new RenderFault({ type: "invalid", message: `These prompts include one another: ${around}.` })
    }
    if (open.length > maxDepth) {
      throw new RenderFault({ type: "invalid", message: `Prompts include one another more than ${maxDepth} deep.` })
    }
    const { source } = included
    if (source.type !== "text") {
      const message = `${alias} of ${nameOf(node)} is a chat, and only texts can be included.`
      throw new RenderFault({ type: "invalid", message })
    }
    return yield* this.#text(included, source.template, this.#enter(included, scope), [...open, included])
  }

  #count(text: string): string {
    this.#bytes += Buffer.byteLength(text)
    this.#pieces += 1
    if (this.#bytes > maxRenderedBytes || this.#pieces > maxPieces) throw new RenderFault({ type: "size" })
    return text
  }
}

/**
 * A prompt with its variables filled in: a function of what the prompts say and of the variables alone, which runs nothing.
 * Values are put in as they are, and not looked at for variables of their own. Who renders it often keeps what is `parsed`.
 * By steps. Laws: M3, K3.
 *
 * @example
 * yield* inTurns(render(graph, { name: "Ada" })) // Result.succeed({ type: "text", text: "Hi Ada" })
 */
export function* render(
  graph: PromptGraph,
  variables: Variables,
  parsed: Parsed = new Map()
): Generator<void, Result.Result<Rendered, RenderFault>> {
  try {
    return Result.succeed(yield* new Rendering(graph, parsed).run(graph.root, variables))
  } catch (error) {
    if (error instanceof RenderFault) return Result.fail(error)
    throw error
  }
}
