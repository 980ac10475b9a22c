import { Result } from "effect"
import type { FieldErrors } from "../../html/field.ts"
import { printJson } from "../render/print.ts"
import {
  type ChoiceControl,
  type Control,
  type Fillable,
  type GroupControl,
  type Json,
  type JsonObject,
  onlyText,
  plainText,
  type SelectControl,
  type Variant
} from "./control.ts"
import { parseJson, parseJsonBySteps } from "./json.ts"
import { saidOf } from "./faults.ts"
import { textMeant } from "./newlines.ts"

/** The fields of a form as somebody typed them, by their names. */
export type Typed = Readonly<Record<string, string>>

/** A value that may be none, as that of a key that may be left out. */
type Maybe = Json | undefined

const isObject = (value: Maybe): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const memberOf = (value: Maybe, key: string): Maybe =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** The variant of a choice whose tag has a text. */
export const variantOf = ({ variants }: Pick<ChoiceControl, "variants">, tag: string): Variant | undefined =>
  variants.find(({ value }) => String(value) === tag)

/** JSON is indented up to so many characters. */
const maxIndented = 128 * 1024

const jsonText = (value: Json) => {
  const { text, isCut } = printJson(value, { indent: 2, most: maxIndented })
  return isCut ? JSON.stringify(value) : text
}

/** What the fields of a control show of a value; of none, what those of a new definition begin with. */
export const typedOf = (control: Control, value: Maybe): Typed => {
  switch (control.type) {
    case "constant":
      return {}
    case "group":
      return Object.assign({}, ...control.members.map(([key, member]) => typedOf(member, memberOf(value, key))))
    case "choice":
      return typedChoice(control, value)
    case "json":
      return { [control.name]: value === undefined ? (control.start ?? "") : jsonText(value) }
    case "select": {
      const first = control.empty === "value" ? control.options[0]?.value : undefined
      return { [control.name]: plainText(value ?? first) }
    }
    default:
      return { [control.name]: plainText(value) }
  }
}

const typedChoice = ({ tag, tagName, variants, shared }: ChoiceControl, value: Maybe): Typed => {
  const chosen = variantOf({ variants }, plainText(memberOf(value, tag))) ?? variants[0]
  const typed = { [tagName]: String(chosen?.value ?? "") }
  if (shared !== undefined) {
    const [key = ""] = (chosen && onlyText(chosen)) ?? []
    return { ...typed, [shared.name]: plainText(memberOf(value, key)) }
  }
  const members = variants.flatMap((variant) =>
    variant.members.map(([key, member]) => typedOf(member, variant === chosen ? memberOf(value, key) : undefined))
  )
  return Object.assign(typed, ...members)
}

/** What was meant, or what is wrong with which field. */
type Meant = Result.Result<Maybe, FieldErrors>

const wrong = (name: string, message: string): Meant => Result.fail({ [name]: message })

const nothing = ({ empty }: Fillable): Maybe => (empty === "null" ? null : undefined)

const textOf = (control: Fillable, typed: string, edited: Maybe): Maybe => {
  const text = textMeant(typed, typeof edited === "string" ? edited : undefined)
  return control.empty !== "value" && text.trim() === "" && text !== edited ? nothing(control) : text
}

const numberOf = (control: Fillable, typed: string): Meant => {
  const text = typed.trim()
  if (text === "") {
    return control.empty === "value"
      ? wrong(control.name, `${control.label}: Enter a number.`)
      : Result.succeed(nothing(control))
  }
  return Result.match(parseJson(text), {
    onFailure: ({ path, message }) =>
      wrong(
        control.name,
        saidOf(control.label, text, [{ path, message: message.startsWith("This is not JSON") ? notNumber : message }])
      ),
    onSuccess: (value) =>
      typeof value === "number" ? Result.succeed(value) : wrong(control.name, `${control.label}: ${notNumber}`)
  })
}

const notNumber = "This is not a number, such as 12 or 0.5."

const optionOf = (control: SelectControl, typed: string): Meant => {
  const option = control.options.find(({ value }) => String(value) === typed)
  if (option !== undefined) return Result.succeed(option.value)
  return typed === "" && control.empty !== "value"
    ? Result.succeed(nothing(control))
    : wrong(control.name, `${control.label}: Choose one of the options.`)
}

function* jsonOf(control: Fillable, typed: string): Generator<void, Meant> {
  if (control.empty !== "value" && typed.trim() === "") return Result.succeed(nothing(control))
  const parsed = yield* parseJsonBySteps(typed)
  return Result.mapError(parsed, (fault) => ({ [control.name]: saidOf(control.label, typed, [fault]) }))
}

/** Puts an object together of what was meant by its members. */
function* objectOf(
  members: GroupControl["members"],
  meant: (key: string, control: Control) => Generator<void, Meant>
): Generator<void, Result.Result<JsonObject, FieldErrors>> {
  const values: Record<string, Json> = {}
  const errors: Record<string, string> = {}
  for (const [key, control] of members) {
    const result = yield* meant(key, control)
    if (Result.isFailure(result)) Object.assign(errors, result.failure)
    else if (result.success !== undefined)
      Object.defineProperty(values, key, { ...plainProperty, value: result.success })
  }
  return Object.keys(errors).length > 0 ? Result.fail(errors) : Result.succeed(values)
}

/** As assignment makes one, for a key of any name. */
const plainProperty = { enumerable: true, configurable: true, writable: true }

function* choiceOf(control: ChoiceControl, typed: Typed, edited: Maybe): Generator<void, Meant> {
  const { tag, tagName, shared } = control
  const chosen = variantOf(control, typed[tagName] ?? "")
  if (chosen === undefined) return wrong(tagName, control.ask)
  const tagged: JsonObject = { [tag]: chosen.value }
  const text = shared && (typed[shared.name] ?? "")
  const only = onlyText(chosen)
  if (shared !== undefined && only === undefined && text?.trim() !== "") {
    const said = `“${chosen.label}” has no ${shared.label.toLowerCase()}: clear the text, or choose another.`
    return wrong(shared.name, said)
  }
  const before = memberOf(edited, tag) === chosen.value ? edited : undefined
  const members = yield* objectOf(chosen.members, function* (key, member): Generator<void, Meant> {
    return shared !== undefined && key === only?.[0]
      ? Result.succeed(textMeant(text ?? "", textIn(edited, control)))
      : yield* valueMeant(member, typed, memberOf(before, key))
  })
  return Result.map(members, (members) => ({ ...tagged, ...members }))
}

/** The shared text of a value, whichever its variant. */
const textIn = (value: Maybe, control: ChoiceControl): string | undefined => {
  const variant = variantOf(control, plainText(memberOf(value, control.tag)))
  const [key] = (variant && onlyText(variant)) ?? []
  const text = key === undefined ? undefined : memberOf(value, key)
  return typeof text === "string" ? text : undefined
}

/**
 * What somebody meant by what they typed, not decoded yet, or what is wrong with which field. `edited` is the value that
 * they saw: what they left as it was shown stays as it was kept. By steps. Law: K3.
 */
export function* valueMeant(control: Control, typed: Typed, edited?: Maybe): Generator<void, Meant> {
  if (control.type === "constant") return Result.succeed(control.value)
  if (control.type === "group") {
    return yield* objectOf(control.members, (key, member) => valueMeant(member, typed, memberOf(edited, key)))
  }
  if (control.type === "choice") return yield* choiceOf(control, typed, edited)
  const text = typed[control.name] ?? ""
  if (control.type === "json") return yield* jsonOf(control, text)
  if (control.type === "text") return Result.succeed(textOf(control, text, edited))
  return control.type === "number" ? numberOf(control, text) : optionOf(control, text)
}
