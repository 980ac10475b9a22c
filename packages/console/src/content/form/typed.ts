import { Effect, Result } from "effect"
import type { Form } from "../../form.ts"
import type { FieldErrors } from "../../html/field.ts"
import { maxBodyBytes } from "../../security.ts"
import { type ContentKind, sourceForm, sourceText } from "../kinds.ts"
import { Renderer } from "../render/Renderer.ts"
import type { Stored } from "../stored.ts"
import { type Fault, parseJson } from "./json.ts"
import { linesOf } from "./locate.ts"
import { textMeant } from "./newlines.ts"

/** The fields of the form of a definition, as somebody typed them. */
export const fields = ["name", "description", "sourceType", "sourceText", "settings", "references"] as const
export type FieldName = (typeof fields)[number]
export type Typed = Readonly<Record<FieldName, string>>

/** A pointer has names of any length in it. */
const shortened = (pointer: string) => (pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer)

/** What the fields are called in sentences. */
const labels: Typed = {
  name: "Name",
  description: "Description",
  sourceType: "Made of",
  sourceText: "Source",
  settings: "Settings",
  references: "References"
}

/** In which lines of a field places are, and which they are: "line 3, at /columns/0/width". */
export const placesIn = (text: string, pointers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lines = linesOf(text, pointers)
  return pointers.map((pointer, n) => (pointer === "" ? "" : `line ${lines[n]}, at ${shortened(pointer)}`))
}

/** What is wrong with a field, in sentences: "Settings, line 3, at /columns/0/width: too wide." */
export const saidOf = (typed: Typed, field: FieldName, faults: ReadonlyArray<Fault>): string => {
  const paths = faults.map(({ path }) => path)
  const places = paths.every((path) => path === "") ? paths : placesIn(typed[field], paths)
  return faults
    .map(({ message }, n) => {
      const where = [labels[field], places[n]].filter((words) => words !== "").join(", ")
      return `${where}: ${message.replace(/\.$/, "")}.`
    })
    .join(" ")
}

const pretty = (value: object) => JSON.stringify(value, null, 2)

/** What the form of a new definition begins with. */
export const typedAnew = (kind: ContentKind): Typed => ({
  name: "",
  description: "",
  sourceType: kind.sources[0]?.type ?? "",
  sourceText: "",
  settings: pretty(kind.settings),
  references: "{}"
})

/** Settings are indented up to so many characters, and else as they are stored. */
const maxIndented = 128 * 1024

/** What the form of a definition begins with. */
export const typedOf = Effect.fnUntraced(function* (kind: ContentKind, stored: Stored) {
  const asStored = () => Effect.succeed(stored.settings)
  const settings = yield* Renderer.use((renderer) => renderer.indent(stored.settings, maxIndented)).pipe(
    Effect.catchTags({ TooSlow: asStored, TooLarge: asStored })
  )
  return {
    name: stored.name,
    description: stored.description ?? "",
    sourceType: stored.source.type,
    sourceText: sourceText(kind, stored.source) ?? "",
    settings,
    references: pretty(stored.references)
  } satisfies Typed
})

/** Bytes of the other fields of a form. */
const besides = 1024

/** Whether what stands in a form can be sent by a browser: it may take six times as much on its way. */
export const canBePosted = (typed: Typed): boolean =>
  fields.reduce((sum, name) => sum + formBytes(typed[name]), besides) <= maxBodyBytes

/** What `application/x-www-form-urlencoded` makes of a text. */
const formBytes = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10) bytes += 5
    else if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 8 : 5
    else if (!isPlain(unit)) bytes += 2
  }
  return bytes
}

/** Whether an ASCII character takes one byte: a letter, a digit, a space or one of `*-._`. */
const isPlain = (unit: number) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || plainSigns.has(unit)

const plainSigns: ReadonlySet<number> = new Set([..." *-._"].map((sign) => sign.charCodeAt(0)))

export const typedIn = (form: Form): Typed =>
  Object.fromEntries(fields.map((name) => [name, form.text(name)])) as Record<FieldName, string>

/** What line breaks are taken from. */
type Edited = Pick<Stored, "description" | "source">

const sourceMeant = (
  kind: ContentKind,
  typed: Typed,
  edited: Edited | undefined
): Result.Result<object, FieldErrors> => {
  const form = sourceForm(kind, typed.sourceType)
  if (form === undefined) return Result.fail({ sourceType: "Choose what it is made of." })
  const text = textMeant(typed.sourceText, edited && sourceText(kind, edited.source))
  if (form.text !== undefined) return Result.succeed({ type: form.type, ...form.fixed, [form.text.key]: text })
  return text.trim() === ""
    ? Result.succeed({ type: form.type })
    : Result.fail({ sourceText: `A source of the form "${form.label}" has no text: clear it, or choose another form.` })
}

const jsonMeant = (typed: Typed, field: "settings" | "references") =>
  Result.mapError(parseJson(typed[field]), (fault): FieldErrors => ({ [field]: saidOf(typed, field, [fault]) }))

const descriptionMeant = (typed: Typed, edited: Edited | undefined) => {
  const text = textMeant(typed.description, edited?.description ?? undefined)
  return text.trim() === "" && edited?.description !== text ? null : text
}

/**
 * What somebody typed as the content of a definition, not decoded yet, or what is wrong with which field. `edited` is
 * the revision that they saw.
 */
export const contentTyped = (
  kind: ContentKind,
  typed: Typed,
  edited?: Edited
): Result.Result<Readonly<Record<string, unknown>>, FieldErrors> => {
  const source = sourceMeant(kind, typed, edited)
  const settings = jsonMeant(typed, "settings")
  const references = jsonMeant(typed, "references")
  if (Result.isSuccess(source) && Result.isSuccess(settings) && Result.isSuccess(references)) {
    return Result.succeed({
      name: typed.name,
      description: descriptionMeant(typed, edited),
      source: source.success,
      settings: settings.success,
      references: references.success
    })
  }
  const failure = (part: Result.Result<unknown, FieldErrors>) => (Result.isFailure(part) ? part.failure : {})
  return Result.fail({ ...failure(source), ...failure(settings), ...failure(references) })
}
