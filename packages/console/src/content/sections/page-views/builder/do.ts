/** What the buttons of the builder do to its form: items are added, moved and removed. */
import type { BuilderForm, ListName } from "./model.ts"

/** What a button did: the form, what is said of it, and the name of the control to go on with. */
export interface Done {
  readonly form: BuilderForm
  readonly said: string
  readonly focus: string
}

export const nouns: Readonly<Record<ListName, string>> = { columns: "Column", filters: "Filter", sort: "Sort field" }

/** The name of an item's control: `columns.0.width`. */
export const nameOf = (list: ListName, place: number | string, part: string): string => `${list}.${place}.${part}`

const isList = (name: string): name is ListName => Object.hasOwn(nouns, name)

const blank = {
  columns: { was: undefined, field: "", label: "", width: "", hidden: false },
  filters: { was: undefined, field: "", operator: "eq", input: "json", value: [""] },
  sort: { was: undefined, field: "", direction: "asc" }
} as const

const titleOf = (list: ListName, place: number, field: string) =>
  field === "" ? `${nouns[list]} ${place + 1}` : `${nouns[list]} ${place + 1}, ${field},`

const add = (form: BuilderForm, list: ListName): Done => {
  const place = form[list].length
  return {
    form: { ...form, [list]: [...form[list], blank[list]] },
    said: `${nouns[list]} ${place + 1} was added. Choose its field.`,
    focus: nameOf(list, place, "field")
  }
}

const moveTo = (form: BuilderForm, list: ListName, place: number, to: number, way: "up" | "down"): Done => {
  const items: ReadonlyArray<{ readonly field: string }> = form[list]
  const item = items[place]
  if (item === undefined || items[to] === undefined) {
    return { form, said: `${nouns[list]} ${place + 1} is ${way === "up" ? "first" : "last"} already.`, focus: "" }
  }
  // Where it can go no further, that way has no button.
  const on = to === 0 ? "down" : to === items.length - 1 ? "up" : way
  return {
    form: { ...form, [list]: items.toSpliced(place, 1).toSpliced(to, 0, item) },
    said: `${titleOf(list, place, item.field)} is now ${to + 1} of ${items.length}.`,
    focus: nameOf(list, to, on)
  }
}

const remove = (form: BuilderForm, list: ListName, place: number): Done => {
  const items: ReadonlyArray<{ readonly field: string }> = form[list]
  const item = items[place]
  if (item === undefined) return { form, said: "", focus: "" }
  const left = items.toSpliced(place, 1)
  return {
    form: { ...form, [list]: left },
    said: `${titleOf(list, place, item.field)} was removed.`,
    focus: left.length === 0 ? `add.${list}` : nameOf(list, Math.min(place, left.length - 1), "remove")
  }
}

/**
 * Does what a button asks for; undefined where it is none of the builder's.
 *
 * @example
 * doTo(form, "columns.1.up")?.said // "Column 2, trace.name, is now 1 of 3."
 */
export const doTo = (form: BuilderForm, asked: string): Done | undefined => {
  const [first = "", second = "", third, fourth = ""] = asked.split(".")
  if (first === "add" && isList(second)) return add(form, second)
  if (first === "references" && third === "remove") {
    const references = form.references.filter(({ alias }) => alias !== second)
    return { form: { ...form, references }, said: `The reference ${second} was removed.`, focus: "" }
  }
  if (!isList(first)) return undefined
  const place = Number(second)
  if (third === "up") return moveTo(form, first, place, place - 1, third)
  if (third === "down") return moveTo(form, first, place, place + 1, third)
  if (third === "to" && /^\d{1,3}$/.test(fourth)) {
    return moveTo(form, first, place, Number(fourth), Number(fourth) < place ? "up" : "down")
  }
  return third === "remove" ? remove(form, first, place) : undefined
}
