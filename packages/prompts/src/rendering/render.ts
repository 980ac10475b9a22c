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

/** The values in force: the caller's own, and the defaults of prompts, each where nothing that is around it says otherwise. */
interface Scope {
  readonly around: Scope | undefined
  readonly values: ReadonlyMap<string, Value>
}

const valueIn = ({ around, values }: Scope, name: string): Value | undefined => {
  const value = around && valueIn(around, name)
  return value === undefined ? values.get(name) : value
}

/** What templates are of, by template: of those that were rendered. */
type Parsed = Map<string, ReadonlyArray<Part>>

/** One rendering: what it has made so far, and which variables it missed. */
class Rendering {
  readonly #resolve: (reference: Reference) => PromptNode | undefined
  readonly #parsed: Parsed
  readonly #defaults = new Map<PromptNode, Scope["values"]>()
  readonly #missing = new Set<string>()
  #bytes = 0
  #pieces = 0

  constructor({ resolve }: PromptGraph, parsed: Parsed) {
    this.#resolve = resolve
    this.#parsed = parsed
  }

  run(root: PromptNode, variables: Variables): Rendered {
    const scope = this.#enter(root, { around: undefined, values: new Map(Object.entries(variables)) })
    const rendered = this.#rendered(root, scope)
    if (this.#missing.size > 0) throw new RenderFault({ type: "missing", names: [...this.#missing].sort() })
    return rendered
  }

  #rendered(root: PromptNode, scope: Scope): Rendered {
    if (root.source.type === "text")
      return { type: "text", text: this.#text(root, root.source.template, scope, [root]) }
    const messages = root.source.messages.flatMap((message): ReadonlyArray<Message> =>
      "placeholder" in message
        ? this.#messages(root, message.placeholder, scope)
        : [{ role: message.role, content: this.#text(root, message.content, scope, [root]) }]
    )
    return { type: "chat", messages }
  }

  /** The scope within a prompt. Its defaults are looked through once, however often it is included. */
  #enter(node: PromptNode, around: Scope): Scope {
    let values = this.#defaults.get(node)
    if (values === undefined) {
      values = new Map(
        node.settings.variables.flatMap(({ name, default: value }) =>
          value === undefined ? [] : [[name, value] as const]
        )
      )
      this.#defaults.set(node, values)
    }
    return values.size === 0 ? around : { around, values }
  }

  #value(node: PromptNode, name: string, scope: Scope): Value | undefined {
    const value = valueIn(scope, name)
    if (value !== undefined) return value
    const declared = node.settings.variables.find((variable) => variable.name === name)
    if (declared?.required !== false) this.#missing.add(name)
    return undefined
  }

  #messages(node: PromptNode, name: string, scope: Scope): ReadonlyArray<Message> {
    const value = this.#value(node, name, scope) ?? []
    if (typeof value !== "object") throw new RenderFault({ type: "value", name, needs: "messages" })
    for (const { content } of value) this.#count(content)
    return value
  }

  #text(node: PromptNode, template: string, scope: Scope, open: ReadonlyArray<PromptNode>): string {
    let parts = this.#parsed.get(template)
    if (parts === undefined) this.#parsed.set(template, (parts = parseTemplate(template)))
    let text = ""
    for (const part of parts) text += this.#piece(node, part, scope, open)
    return text
  }

  #piece(node: PromptNode, part: Part, scope: Scope, open: ReadonlyArray<PromptNode>): string {
    switch (part.type) {
      case "text":
        return this.#count(part.text)
      case "variable": {
        const value = this.#value(node, part.name, scope) ?? ""
        if (typeof value === "object") throw new RenderFault({ type: "value", name: part.name, needs: "text" })
        return this.#count(String(value))
      }
      case "partial":
        return this.#partial(node, part.alias, scope, open)
    }
  }

  #partial(node: PromptNode, alias: string, scope: Scope, open: ReadonlyArray<PromptNode>): string {
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
    return this.#text(included, source.template, this.#enter(included, scope), [...open, included])
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
 * Law: M3.
 *
 * @example
 * render(graph, { name: "Ada" }) // Result.succeed({ type: "text", text: "Hi Ada" })
 */
export const render = (
  graph: PromptGraph,
  variables: Variables,
  parsed: Parsed = new Map()
): Result.Result<Rendered, RenderFault> => {
  try {
    return Result.succeed(new Rendering(graph, parsed).run(graph.root, variables))
  } catch (error) {
    if (error instanceof RenderFault) return Result.fail(error)
    throw error
  }
}
