import type { Schema } from "effect"

export type Json = Schema.Json
export type JsonObject = { readonly [key: string]: Json }

export interface Labelled {
  /** The name of its field in the form; of a part of an object, below that of the object. */
  readonly name: string
  readonly label: string
  /** What a good value is. */
  readonly hint?: string | undefined
}

/** What an empty field is read as: a value as it is, `null`, or nothing, so that the key is left out. */
export interface Fillable extends Labelled {
  readonly empty: "value" | "null" | "absent"
}

export interface TextControl extends Fillable {
  readonly type: "text"
  /** Lines that are shown; of 1, it is a line of text as long as it has no line break. */
  readonly rows: number
  /** Set in a fixed width. */
  readonly code: boolean
  /** What the code is written in, as the names of its files end: `tsx`. */
  readonly language?: string | undefined
  /** What its editor offers to write, as its script reads it. */
  readonly completions?: object | undefined
  /** Of a text that variants share: those whose text is code. */
  readonly codeFor?: ReadonlyArray<string> | undefined
  readonly required?: boolean
}

export interface NumberControl extends Fillable {
  readonly type: "number"
}

export interface SelectControl extends Fillable {
  readonly type: "select"
  readonly options: ReadonlyArray<{ readonly value: string | number | boolean; readonly label: string }>
}

/** JSON as text, for whatever has no field of its own. */
export interface JsonControl extends Fillable {
  readonly type: "json"
  readonly rows: number
  /** What a new one begins with. */
  readonly start?: string | undefined
}

/** The only value that there is, which is not shown. */
export interface ConstantControl extends Labelled {
  readonly type: "constant"
  readonly value: Json
}

export interface GroupControl extends Labelled {
  readonly type: "group"
  readonly members: Members
}

/** One of several objects, told apart by the value of one key. */
export interface ChoiceControl extends Labelled {
  readonly type: "choice"
  readonly tag: string
  /** The name of the field that chooses. */
  readonly tagName: string
  readonly variants: ReadonlyArray<Variant>
  /** Said where none is chosen. */
  readonly ask: string
  /** Where no variant has more than one text, they share a field. */
  readonly shared?: TextControl | undefined
}

export interface Variant {
  readonly value: string | number | boolean
  readonly label: string
  readonly about?: string | undefined
  /** But for the tag. */
  readonly members: Members
}

export type Members = ReadonlyArray<readonly [key: string, control: Control]>

/** How a place of a definition is read and written by people: data alone, which threads can be given. */
export type Control =
  | TextControl
  | NumberControl
  | SelectControl
  | JsonControl
  | ConstantControl
  | GroupControl
  | ChoiceControl

/** Every field of a control, in the order of the form. */
export const fieldsOf = (control: Control): ReadonlyArray<Labelled> => {
  switch (control.type) {
    case "constant":
      return []
    case "group":
      return control.members.flatMap(([, member]) => fieldsOf(member))
    case "choice":
      return [
        { name: control.tagName, label: control.label },
        ...(control.shared === undefined
          ? control.variants.flatMap(({ members }) => members.flatMap(([, member]) => fieldsOf(member)))
          : [control.shared])
      ]
    default:
      return [control]
  }
}

/** The one text of a variant, which may be all that it has beside its tag and what never varies. */
export const onlyText = ({ members }: Variant): readonly [key: string, TextControl] | undefined => {
  const open = members.filter(([, control]) => control.type !== "constant")
  const [[key, control] = []] = open
  return open.length === 1 && key !== undefined && control?.type === "text" && control.empty === "value"
    ? [key, control]
    : undefined
}

const isBare = ({ members }: Variant) => members.every(([, control]) => control.type === "constant")

/** The field that the texts of variants share, where none has anything else. */
export const sharedText = (name: string, variants: ReadonlyArray<Variant>): TextControl | undefined => {
  const texts = variants.flatMap((variant) => onlyText(variant)?.[1] ?? [])
  if (texts.length === 0 || !variants.every((variant) => isBare(variant) || onlyText(variant) !== undefined)) {
    return undefined
  }
  const withText = variants.filter((variant) => onlyText(variant) !== undefined)
  return {
    type: "text",
    name: `${name}Text`,
    label: [...new Set(texts.map(({ label }) => label))].join(" or "),
    hint:
      withText.length > 1 && withText.length < variants.length
        ? `Only for: ${withText.map(({ label }) => label).join(", ")}.`
        : undefined,
    empty: "value",
    rows: Math.max(...texts.map(({ rows }) => rows)),
    code: texts.some(({ code }) => code),
    language: texts.find(({ language }) => language !== undefined)?.language,
    codeFor: variants
      .filter((variant) => onlyText(variant)?.[1].language !== undefined)
      .map(({ value }) => String(value))
  }
}

/** A value as a field has it: a text as it is, nothing as an empty one. */
export const plainText = (value: Json | undefined): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value)
