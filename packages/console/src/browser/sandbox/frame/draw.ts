import type { Change, Drawn, DrawnElement } from "../protocol.ts"
import { attributeOf, fieldTypeOf, isHarmless, makeElement } from "./allowed.ts"

/** What a component may draw at once: more than anybody reads, and no more than a browser lays out in a moment. */
const limits = { nodes: 20_000, depth: 128, characters: 2_000_000 }

/** A worker told what cannot be drawn. */
export class Refused extends Error {}

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new Refused("The component told what is no text.")
  return value
}

type Dress = Pick<DrawnElement, "attributes" | "style" | "events">

/** Properties whose numbers have no unit. */
const unitless = new Set(
  "opacity flex flex-grow flex-shrink order z-index line-height font-weight zoom orphans widows column-count fill-opacity stroke-opacity".split(
    " "
  )
)

/** Others of a name would stand in for what the document has under it. */
const isField = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** Draws what a worker tells, and keeps count of it. Whatever the worker tells, only what is allowed is made. */
export const makeDrawing = (root: HTMLElement) => {
  const nodes = new Map<number, Node>([[0, root]])
  const ids = new WeakMap<Node, number>([[root, 0]])
  const listening = new WeakMap<Node, ReadonlySet<string>>()
  let characters = 0

  const node = (id: unknown): Node => {
    const found = typeof id === "number" ? nodes.get(id) : undefined
    if (found === undefined) throw new Refused("The component told of an element that is not there.")
    return found
  }

  const keep = (id: unknown, made: Node) => {
    if (typeof id !== "number" || nodes.has(id)) throw new Refused("The component told of an element twice.")
    if (nodes.size >= limits.nodes) throw new Refused(`It draws more than ${limits.nodes} elements and texts.`)
    nodes.set(id, made)
    ids.set(made, id)
    return made
  }

  const forget = (gone: Node) => {
    for (const child of gone.childNodes) forget(child)
    if (gone instanceof Text) characters -= gone.data.length
    nodes.delete(ids.get(gone) ?? -1)
  }

  const setText = (at: Text, data: string) => {
    characters += data.length - at.data.length
    if (characters > limits.characters) throw new Refused(`It draws more than ${limits.characters} characters.`)
    at.data = data
  }

  const setAttribute = (element: Element, name: string, value: string | number | boolean | undefined) => {
    const attribute = attributeOf(name)
    if (attribute === undefined || (attribute === "name" && !isField(element))) return
    const isData = attribute.startsWith("aria-") || attribute.startsWith("data-")
    const given = value === true && !isData ? "" : value === false && !isData ? undefined : value
    if (given === undefined) element.removeAttribute(attribute)
    else if (isHarmless(attribute, String(given))) {
      const isType = attribute === "type" && element instanceof HTMLInputElement
      element.setAttribute(attribute, isType ? fieldTypeOf(String(given)) : String(given))
    }
    // What somebody typed meanwhile stays, unless the component says otherwise.
    if (name === "value" && "value" in element && given !== undefined && element.value !== String(given)) {
      element.value = String(given)
    }
    if (name === "checked" && element instanceof HTMLInputElement) element.checked = value === true
  }

  const setStyle = ({ style }: HTMLElement | SVGElement, given: DrawnElement["style"]) => {
    style.cssText = ""
    for (const [name, value] of Object.entries(given)) {
      const property = name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const written = typeof value === "number" && value !== 0 && !unitless.has(property) ? `${value}px` : String(value)
      if (isHarmless("style", written)) style.setProperty(property, written)
    }
  }

  const dressed = new WeakMap<Element, DrawnElement["attributes"]>()

  const dress = (element: Element, { attributes, style, events }: Dress) => {
    for (const name of Object.keys(dressed.get(element) ?? {})) {
      if (!Object.hasOwn(attributes, name)) setAttribute(element, name, undefined)
    }
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value)
    dressed.set(element, attributes)
    if (element instanceof HTMLElement || element instanceof SVGElement) setStyle(element, style)
    if (element instanceof HTMLButtonElement) element.type = "button"
    listening.set(element, new Set(events.map(text)))
  }

  const make = (drawn: Drawn, depth: number): Node => {
    if (depth > limits.depth) throw new Refused(`It draws elements more than ${limits.depth} deep.`)
    if ("text" in drawn) {
      const made = document.createTextNode("")
      keep(drawn.id, made)
      setText(made, text(drawn.text))
      return made
    }
    const tag = text(drawn.tag)
    const element = makeElement(tag)
    if (element === undefined) throw new Refused(`<${tag.slice(0, 40)}> cannot be drawn in a page view.`)
    keep(drawn.id, element)
    for (const child of drawn.children) element.append(make(child, depth + 1))
    // A choice is made of its options.
    dress(element, drawn)
    return element
  }

  const depthOf = (at: Node) => {
    let depth = 0
    for (let next: Node | null = at; next !== null && next !== root; next = next.parentNode) depth += 1
    return depth
  }

  const insert = ({ parent, before, drawn }: Extract<Change, { readonly type: "insert" }>) => {
    const into = node(parent)
    const made = typeof drawn === "number" ? node(drawn) : make(drawn, depthOf(into) + 1)
    const next = before === 0 ? null : node(before)
    const isMoved = typeof drawn === "number"
    if ((isMoved && made.parentNode !== into) || (next !== null && next.parentNode !== into) || into instanceof Text) {
      throw new Refused("The component told of an element at a wrong place.")
    }
    into.insertBefore(made, next)
  }

  const apply = (change: Change): void => {
    switch (change.type) {
      case "insert":
        return insert(change)
      case "remove": {
        const gone = node(change.id)
        if (gone === root) throw new Refused("The component told of an element at a wrong place.")
        forget(gone)
        return void gone.parentNode?.removeChild(gone)
      }
      case "update": {
        const element = node(change.id)
        return element instanceof Element && element !== root ? dress(element, change) : undefined
      }
      case "text": {
        const found = node(change.id)
        return found instanceof Text ? setText(found, text(change.text)) : undefined
      }
      case "hide": {
        const element = node(change.id)
        if (element instanceof HTMLElement && element !== root) element.hidden = change.hidden
        return
      }
      default:
        throw new Refused("The component told what is not understood.")
    }
  }

  /** The elements from a node outwards, if one of them has a handler for an event. */
  const pathOf = (from: EventTarget | null, event: string): ReadonlyArray<number> | undefined => {
    const path: Array<number> = []
    let heard = false
    for (let at = from as Node | null; at !== null && at !== root; at = at.parentNode) {
      const id = ids.get(at)
      if (id !== undefined) path.push(id)
      heard ||= listening.get(at)?.has(event) === true
    }
    return heard ? path : undefined
  }

  return { draw: (changes: ReadonlyArray<Change>) => changes.forEach(apply), pathOf }
}
