/** What the builder shows of a page view: its settings and references as fields of a form. Data alone. */
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Result } from "effect"
import { parseJson } from "../../../form/json.ts"
import { itemsOf, kindOf, memberIn, membersOf } from "./json-text.ts"
import { inputFor, shownAs, type ValueInput } from "./values.ts"

/** The settings and references of a page view, as JSON texts. */
export interface Texts {
  readonly settings: string
  readonly references: string
}

/** An item of a list. `was` is its place in the text that the form was made from; a new one has none. */
interface Item {
  readonly was: number | undefined
}

export interface ColumnRow extends Item {
  readonly field: string
  readonly label: string
  readonly width: string
  readonly hidden: boolean
}

export interface FilterRow extends Item {
  readonly field: string
  readonly operator: string
  readonly input: ValueInput
  /** What its input holds, a text for each box that is ticked. */
  readonly value: ReadonlyArray<string>
}

export interface SortRow extends Item {
  readonly field: string
  readonly direction: string
}

export interface ReferenceRow {
  readonly alias: string
  readonly kind: string
  readonly id: string
  /** Empty where it follows the current revision. */
  readonly revision: string
}

export interface BuilderForm {
  readonly target: string
  readonly columns: ReadonlyArray<ColumnRow>
  readonly filters: ReadonlyArray<FilterRow>
  readonly sort: ReadonlyArray<SortRow>
  /** Empty for none. */
  readonly groupBy: string
  readonly references: ReadonlyArray<ReferenceRow>
}

export type ListName = "columns" | "filters" | "sort"

/** How many items of a list the form has; the others stay as they are. */
export const mostShown = 100

/** The longest texts that the builder takes, in characters together. */
const largest = 256 * 1024

/** Why the builder can't show a text, and where that is: a pointer into the definition. */
export interface Unshowable {
  readonly path: string
  readonly message: string
}

/** How a field's type is found, by which filters have their inputs. */
export type TypeOf = (field: string, texts: Texts) => string | undefined

class NotShown extends Error {
  readonly path: ReadonlyArray<string | number>

  constructor(path: ReadonlyArray<string | number>, message: string) {
    super(message)
    this.path = path
  }
}

/** A text as a line of a form gives it back. */
const inLine = (text: string): string =>
  text
    .replace(/[\r\n]/g, "")
    .toWellFormed()
    .replaceAll("\0", "\uFFFD")

const objectAt = (raw: string, ...path: ReadonlyArray<string | number>) => {
  if (kindOf(raw) !== "object") throw new NotShown(path, "This has to be an object: { … }.")
  return membersOf(raw)
}

const listAt = (raw: string | undefined, ...path: ReadonlyArray<string | number>) => {
  if (raw === undefined) return []
  if (kindOf(raw) !== "array") throw new NotShown(path, "This has to be a list: [ … ].")
  return itemsOf(raw)
}

const textAt = (raw: string | undefined, ...path: ReadonlyArray<string | number>): string => {
  const value: unknown = raw === undefined ? "" : JSON.parse(raw)
  if (typeof value !== "string") throw new NotShown(path, "This has to be a text in quotes.")
  return inLine(value)
}

/** A text as it is, or the text of any other value: what is wrong with it is said at its field. */
const looseText = (raw: string | undefined): string =>
  inLine(raw === undefined || raw === "null" ? "" : raw.startsWith('"') ? JSON.parse(raw) : raw)

const columnsOf = (raw: string | undefined): ReadonlyArray<ColumnRow> =>
  listAt(raw, "settings", "columns")
    .slice(0, mostShown)
    .map(({ raw }, was) => {
      const path = ["settings", "columns", was]
      const members = objectAt(raw, ...path)
      return {
        was,
        field: textAt(memberIn(members, "field"), ...path, "field"),
        label: textAt(memberIn(members, "label"), ...path, "label"),
        width: looseText(memberIn(members, "width")),
        hidden: memberIn(members, "hidden") === "true"
      }
    })

const filtersOf = (raw: string | undefined, typeOf: (field: string) => string | undefined): ReadonlyArray<FilterRow> =>
  listAt(raw, "settings", "filters")
    .slice(0, mostShown)
    .map(({ raw }, was) => {
      const path = ["settings", "filters", was]
      const members = objectAt(raw, ...path)
      const field = textAt(memberIn(members, "field"), ...path, "field")
      const operator = textAt(memberIn(members, "operator"), ...path, "operator")
      const value = memberIn(members, "value")
      const input = inputFor(field, typeOf(field), operator, value)
      return { was, field, operator, input, value: shownAs(input, value) ?? [] }
    })

const sortOf = (raw: string | undefined): ReadonlyArray<SortRow> =>
  listAt(raw, "settings", "sort")
    .slice(0, mostShown)
    .map(({ raw }, was) => {
      const path = ["settings", "sort", was]
      const members = objectAt(raw, ...path)
      return {
        was,
        field: textAt(memberIn(members, "field"), ...path, "field"),
        direction: textAt(memberIn(members, "direction"), ...path, "direction")
      }
    })

const referencesOf = (raw: string): ReadonlyArray<ReferenceRow> =>
  objectAt(raw, "references")
    .slice(0, mostShown)
    .map(({ key: alias, raw }) => {
      const members = objectAt(raw, "references", alias)
      return {
        alias,
        kind: textAt(memberIn(members, "kind"), "references", alias, "kind"),
        id: textAt(memberIn(members, "id"), "references", alias, "id"),
        revision: looseText(memberIn(members, "revision"))
      }
    })

/** How many items of each list there are. */
export const countsOf = ({ settings }: Texts): Readonly<Record<ListName, number>> => {
  const members = membersOf(settings)
  const count = (name: ListName) => itemsOf(memberIn(members, name) ?? "[]").length
  return { columns: count("columns"), filters: count("filters"), sort: count("sort") }
}

const fault = (name: "settings" | "references", text: string): Unshowable | undefined => {
  const parsed = parseJson(text)
  return Result.isFailure(parsed)
    ? { path: `/${name}${parsed.failure.path}`, message: parsed.failure.message }
    : undefined
}

/**
 * The form of a page view, or why the builder can't show it. `applyForm` leads back.
 *
 * @example
 * formOf({ settings: '{"target": "traces"}', references: "{}" }, () => undefined)
 */
export const formOf = (texts: Texts, typeOf: TypeOf): Result.Result<BuilderForm, Unshowable> => {
  const { settings, references } = texts
  if (settings.length + references.length > largest) {
    return Result.fail({
      path: "",
      message: "These settings are too large for the builder, so they are edited as JSON."
    })
  }
  const wrong = fault("settings", settings) ?? fault("references", references)
  if (wrong !== undefined) return Result.fail(wrong)
  try {
    const members = objectAt(settings, "settings")
    return Result.succeed({
      target: looseText(memberIn(members, "target")),
      columns: columnsOf(memberIn(members, "columns")),
      filters: filtersOf(memberIn(members, "filters"), (field) => typeOf(field, texts)),
      sort: sortOf(memberIn(members, "sort")),
      groupBy: looseText(memberIn(members, "groupBy")),
      references: referencesOf(references)
    })
  } catch (error) {
    if (!(error instanceof NotShown)) throw error
    return Result.fail({ path: pointerOf(error.path), message: error.message })
  }
}
