/** Something wrong with the text of a field, at a place in it: both count from 1, a column in UTF-16 code units. */
export interface Mark {
  readonly line: number
  readonly column: number
  readonly severity: "error" | "warning"
  readonly message: string
}

const marks = new WeakMap<HTMLElement, ReadonlyArray<Mark>>()

/** What is wrong with the text of a field, as far as that is known. */
export const marksOf = (field: HTMLElement): ReadonlyArray<Mark> => marks.get(field) ?? []

/** Says what is wrong with the text of a field; an editor of it is told by the event `marked`. */
export const mark = (field: HTMLElement, found: ReadonlyArray<Mark>): void => {
  marks.set(field, found)
  field.dispatchEvent(new Event("marked"))
}
