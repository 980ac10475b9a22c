import type { Fields } from "./store.ts"

/** What the page added, and nobody typed. */
const isOwn = (name: string) => name === "action" || name === "expectedRevision" || name.startsWith("merge.")

/** What somebody typed in a form. */
export const fieldsOf = (form: HTMLFormElement): Fields =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !isOwn(name) ? [[name, value.replace(/\r\n?/g, "\n")] as const] : []
  )

export const isSame = (one: Fields, other: Fields): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a field is called on the page. */
export const labelOf = (form: HTMLFormElement, name: string): string => {
  const control = form.elements.namedItem(name)
  const element = control instanceof RadioNodeList ? control[0] : control
  if (!(element instanceof Element)) return name
  const legend = element.matches("input[type=radio], input[type=checkbox]")
    ? element.closest("fieldset")?.querySelector("legend")
    : form.querySelector(`label[for="${CSS.escape(element.id)}"]`)
  return legend?.textContent?.trim() || name
}
