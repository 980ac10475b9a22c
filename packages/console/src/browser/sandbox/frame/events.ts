import type { Happened } from "../protocol.ts"

/** What a component can be told of, but for what moves: that is told at most once for each frame that is painted. */
const told =
  "click dblclick input change keydown keyup focusin focusout mouseover mouseout mousedown mouseup pointerdown pointerup pointerover pointerout toggle".split(
    " "
  )
const moving = ["mousemove", "pointermove"]

const happened = (event: Event, path: ReadonlyArray<number>): Happened => {
  const { target, type } = event
  const field =
    target instanceof HTMLInputElement
      ? { value: target.value, checked: target.checked }
      : target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
        ? { value: target.value }
        : {}
  const keys =
    event instanceof MouseEvent || event instanceof KeyboardEvent
      ? { altKey: event.altKey, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey }
      : {}
  const key = event instanceof KeyboardEvent ? { key: event.key } : {}
  const place = event instanceof MouseEvent ? { clientX: event.clientX, clientY: event.clientY } : {}
  return { type, path, ...field, ...keys, ...key, ...place }
}

/** Tells what somebody does within the root, where a handler wants to know. */
export const listen = (
  root: HTMLElement,
  pathOf: (target: EventTarget | null, event: string) => ReadonlyArray<number> | undefined,
  tell: (event: Happened) => void
): void => {
  const hear = (event: Event) => {
    const path = pathOf(event.target, event.type)
    if (path !== undefined) tell(happened(event, path))
  }
  for (const type of told) root.addEventListener(type, hear, { capture: true })
  let painting = false
  for (const type of moving) {
    root.addEventListener(type, (event) => {
      if (painting) return
      painting = true
      requestAnimationFrame(() => (painting = false))
      hear(event)
    })
  }
}
