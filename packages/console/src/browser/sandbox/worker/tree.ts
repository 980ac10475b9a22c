import type { Attributes, Change, Drawn, DrawnElement } from "../protocol.ts"

type Props = Readonly<Record<string, unknown>>

/** An element or a text of the component, as it is kept here; the frame draws it by its ID. */
export interface Instance {
  readonly id: number
  readonly tag: string | undefined
  props: Props
  text: string
  /** Whether the frame draws it. */
  attached: boolean
  parent: Instance | undefined
  readonly children: Array<Instance>
}

let ids = 0

export const makeElement = (tag: string, props: Props): Instance => {
  refuse(props)
  return { id: (ids += 1), tag, props, text: "", attached: false, parent: undefined, children: [] }
}

export const makeText = (text: string): Instance => ({
  id: (ids += 1),
  tag: undefined,
  props: {},
  text,
  attached: false,
  parent: undefined,
  children: []
})

/** What holds all else. The frame has it from the beginning. */
export const makeRoot = (): Instance => ({
  id: 0,
  tag: undefined,
  props: {},
  text: "",
  attached: true,
  parent: undefined,
  children: []
})

const refuse = (props: Props) => {
  if (props["dangerouslySetInnerHTML"] !== undefined) {
    throw new Error("dangerouslySetInnerHTML is not available in a page view: return elements instead.")
  }
}

const isEvent = (name: string, value: unknown) => /^on[A-Z]/.test(name) && typeof value === "function"

/** `onDoubleClick` is `dblclick`, and `onChange` what the DOM calls `input`. */
const others: Readonly<Record<string, string>> = {
  change: "input",
  doubleclick: "dblclick",
  mouseenter: "mouseover",
  mouseleave: "mouseout",
  pointerenter: "pointerover",
  pointerleave: "pointerout",
  focus: "focusin",
  blur: "focusout"
}

const eventOf = (name: string) => {
  const event = name
    .slice(2)
    .replace(/Capture$/, "")
    .toLowerCase()
  return others[event] ?? event
}

/** The handlers of an element for what the DOM calls an event, in the order in which they are called. */
export const handlersOf = ({ props }: Instance, event: string): ReadonlyArray<(event: unknown) => unknown> =>
  Object.entries(props)
    .filter(([name, value]) => isEvent(name, value) && eventOf(name) === event)
    .map(([, value]) => value as (event: unknown) => unknown)

const attributesOf = (props: Props): Pick<DrawnElement, "attributes" | "style" | "events"> => {
  const attributes: Array<readonly [string, Attributes[string]]> = []
  const events = new Set<string>()
  for (const [name, value] of Object.entries(props)) {
    if (isEvent(name, value)) events.add(eventOf(name))
    else if (name !== "children" && name !== "style" && name !== "key" && name !== "ref") {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        attributes.push([name, value])
      }
    }
  }
  const style = Object.entries((props["style"] ?? {}) as object).filter(
    ([, value]) => typeof value === "string" || typeof value === "number"
  )
  return { attributes: Object.fromEntries(attributes), style: Object.fromEntries(style), events: [...events] }
}

const drawn = (instance: Instance): Drawn => {
  instance.attached = true
  const { id, tag, text, props, children } = instance
  if (tag === undefined) return { id, text }
  return { id, tag, ...attributesOf(props), children: children.map(drawn) }
}

const detach = (instance: Instance) => {
  instance.attached = false
  for (const child of instance.children) detach(child)
}

const takeOut = (child: Instance) => {
  const siblings = child.parent?.children
  const at = siblings?.indexOf(child) ?? -1
  if (at !== -1) siblings!.splice(at, 1)
  child.parent = undefined
}

/** Keeps the tree of what is drawn, and tells what changes of it. */
export const makeTree = (tell: (change: Change) => void) => ({
  insert: (parent: Instance, child: Instance, before?: Instance) => {
    takeOut(child)
    const at = before === undefined ? parent.children.length : parent.children.indexOf(before)
    parent.children.splice(at, 0, child)
    child.parent = parent
    if (!parent.attached) return
    tell({
      type: "insert",
      parent: parent.id,
      before: before?.id ?? 0,
      drawn: child.attached ? child.id : drawn(child)
    })
  },
  remove: (child: Instance) => {
    takeOut(child)
    if (!child.attached) return
    detach(child)
    tell({ type: "remove", id: child.id })
  },
  update: (instance: Instance, props: Props) => {
    refuse(props)
    instance.props = props
    if (instance.attached) tell({ type: "update", id: instance.id, ...attributesOf(props) })
  },
  setText: (instance: Instance, text: string) => {
    instance.text = text
    if (instance.attached) tell({ type: "text", id: instance.id, text })
  },
  hide: (instance: Instance, hidden: boolean) => {
    if (instance.attached) tell({ type: "hide", id: instance.id, hidden })
  }
})
