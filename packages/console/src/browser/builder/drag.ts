/** How near the edge of the window, in pixels, a drag scrolls it, and how far at a time. */
const edge = 60
const stride = 12

/** An item that is dragged, and where it would be dropped. */
interface Drag {
  readonly item: HTMLElement
  readonly list: Element
  readonly pointer: number
  to: number
}

const itemsOf = (list: Element): ReadonlyArray<HTMLElement> => [...list.querySelectorAll<HTMLElement>(":scope > .item")]

/** The place that an item would have: before the first of the others whose middle is below the pointer. */
const placeAt = ({ item, list }: Drag, y: number): number => {
  const others = itemsOf(list).filter((each) => each !== item)
  const before = others.findIndex((each) => {
    const { top, height } = each.getBoundingClientRect()
    return y < top + height / 2
  })
  return before === -1 ? others.length : before
}

const mark = (drag: Drag): void => {
  const others = itemsOf(drag.list).filter((each) => each !== drag.item)
  const isMoved = itemsOf(drag.list).indexOf(drag.item) !== drag.to
  others.forEach((each, n) => {
    each.classList.toggle("drop-before", isMoved && n === drag.to)
    each.classList.toggle("drop-after", isMoved && drag.to === others.length && n === others.length - 1)
  })
}

/** Lets items be dragged by their handles, by mouse, pen and finger; Escape leaves them where they are. */
export const startDrag = (form: HTMLFormElement, act: (action: string) => void): void => {
  let drag: Drag | undefined
  let y = 0

  const end = () => {
    if (drag === undefined) return
    drag.item.classList.remove("dragged")
    for (const each of itemsOf(drag.list)) each.classList.remove("drop-before", "drop-after")
    drag = undefined
  }
  const scroll = () => {
    if (drag === undefined) return
    const by = y < edge ? -stride : y > innerHeight - edge ? stride : 0
    if (by !== 0) {
      scrollBy(0, by)
      drag.to = placeAt(drag, y)
      mark(drag)
    }
    requestAnimationFrame(scroll)
  }

  form.addEventListener("pointerdown", (event) => {
    const grip = event.target instanceof Element ? event.target.closest(".grip") : null
    const item = grip?.closest<HTMLElement>("[data-item]")
    const list = item?.parentElement
    if (drag !== undefined || grip == null || item == null || list == null || event.button !== 0) return
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    item.classList.add("dragged")
    drag = { item, list, pointer: event.pointerId, to: itemsOf(list).indexOf(item) }
    y = event.clientY
    requestAnimationFrame(scroll)
  })
  form.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return
    y = event.clientY
    drag.to = placeAt(drag, y)
    mark(drag)
  })
  form.addEventListener("pointerup", (event) => {
    if (drag?.pointer !== event.pointerId) return
    const { item, list, to } = drag
    const from = itemsOf(list).indexOf(item)
    end()
    if (from !== to) act(`${item.dataset["item"]}.${from}.to.${to}`)
  })
  form.addEventListener("pointercancel", end)
  document.addEventListener("keydown", (event) => {
    if (drag === undefined || event.key !== "Escape") return
    event.preventDefault()
    end()
  })
}
