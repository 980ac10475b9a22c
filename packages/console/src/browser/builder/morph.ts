/** Makes elements as others are, and leaves those alone that are so: what has the focus, and the caret in it, stay. */

const childrenOf = (node: Element): ReadonlyArray<ChildNode> =>
  [...node.childNodes].filter((child) =>
    child instanceof Element ? !child.matches("[data-script]") : (child.textContent ?? "").trim() !== ""
  )

const isAlike = (one: Node, other: Node): boolean =>
  one.nodeName === other.nodeName &&
  (!(one instanceof Element && other instanceof Element) ||
    (one.id === other.id && one.getAttribute("type") === other.getAttribute("type")))

/** What a picker says of its list while that is open. */
const ofPickers = new Set(["aria-expanded", "aria-controls", "aria-activedescendant"])

/** What a control says of what is wrong with it, which the rows told. */
const ofErrors = new Set(["aria-invalid", "aria-describedby"])

const takeAttributes = (element: Element, from: Element): void => {
  const isToldWrong = document.getElementById(`${element.id}-live`) !== null
  const isTaken = ({ name }: Attr) => !ofPickers.has(name) && !(isToldWrong && ofErrors.has(name))
  for (const { name } of [...element.attributes].filter(isTaken)) {
    if (!from.hasAttribute(name)) element.removeAttribute(name)
  }
  for (const { name, value } of [...from.attributes].filter(isTaken)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

const takeValue = (element: Element, from: Element): void => {
  if (element instanceof HTMLInputElement && from instanceof HTMLInputElement) {
    element.checked = from.checked
    if (element.type !== "checkbox" && element.type !== "radio" && element.value !== from.value)
      element.value = from.value
  }
  const isText = element instanceof HTMLTextAreaElement && from instanceof HTMLTextAreaElement
  const isChoice = element instanceof HTMLSelectElement && from instanceof HTMLSelectElement
  if ((isText || isChoice) && element.value !== from.value) element.value = from.value
}

const take = (node: ChildNode, from: ChildNode): void => {
  if (node instanceof Element && from instanceof Element) morph(node, from)
  else if (node.textContent !== from.textContent) node.textContent = from.textContent
}

/** Makes an element as another is, which is used up. */
export const morph = (element: Element, from: Element): void => {
  takeAttributes(element, from)
  const [before, after] = [childrenOf(element), childrenOf(from)]
  if (element.nodeName !== "TEXTAREA") {
    after.forEach((child, n) => {
      const was = before[n]
      if (was === undefined) element.append(child)
      else if (isAlike(was, child)) take(was, child)
      else was.replaceWith(child)
    })
    for (const gone of before.slice(after.length)) gone.remove()
  }
  takeValue(element, from)
}
