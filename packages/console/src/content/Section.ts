import { kebabCase, type Kind } from "@agent-operations/contract"
import { makeDecoderBySteps } from "@agent-operations/contract/decode"
import type { ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result, Schema, SchemaAST } from "effect"
import type { ContentHandler } from "../context.ts"
import type { Builder } from "./builder.ts"
import type { CheckDefinition } from "./checks.ts"
import {
  type Control,
  fieldsOf,
  type GroupControl,
  type JsonControl,
  type JsonObject,
  type TextControl
} from "./form/control.ts"
import { controlOf } from "./form/from-schema.ts"
import type { Preview } from "./preview.ts"
import { invalidInput } from "./invalid-input.ts"
import type { DrawSettings } from "./render/settings.ts"

/** A use of another definition. */
export type Reference = {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}

/** What a revision of a definition of any kind says. */
export type Content = {
  readonly name: string
  readonly description: string | null
  readonly source: JsonObject
  readonly settings: JsonObject
  readonly references: { readonly [alias: string]: Reference }
}

/** A page about one definition, beside those that every kind has. */
export interface SectionPage {
  /** Its place below the definition's: `check`. */
  readonly path: string
  /** The label of the button that leads there. */
  readonly label: string
  readonly page: (section: Section) => ContentHandler
  /** What is posted there, by whoever may change definitions. */
  readonly action?: (section: Section) => ContentHandler
}

/** What the section of a kind has beside the pages that are derived from its schemas. */
export interface SectionAdditions {
  /** What the list says of the kind, in one sentence. */
  readonly about?: string
  /** Changes how the source is edited: words for what the schema has none for. */
  readonly source?: (derived: Control) => Control
  /** Changes how the settings are edited. */
  readonly settings?: (derived: Control) => Control
  /** Shows settings in the kind's own way. What may be large is drawn in a worker, which must have it too. */
  readonly drawSettings?: DrawSettings
  /** Edits settings and references by fields of their own. */
  readonly builder?: Builder
  /** Checks what is typed in the form, which has a button for it then. */
  readonly check?: CheckDefinition
  readonly pages?: ReadonlyArray<SectionPage>
  /** Shows what a definition is for, saved or while it is edited. */
  readonly preview?: Preview
}

/** The pages of one kind of definition, as a value for a console's list. */
export interface Section extends Omit<SectionAdditions, "source" | "settings" | "pages"> {
  readonly kind: Kind.Any
  /** Its place below the project's: `page-views`. */
  readonly path: string
  /** How a definition is edited: its name, description, source, settings, and references where its kind may have any. */
  readonly form: GroupControl
  readonly source: Control
  readonly settings: Control
  readonly pages: ReadonlyArray<SectionPage>
  /** Decodes what a form holds, with the defaults of the schemas filled in, by steps. */
  readonly decode: (content: unknown) => Generator<void, Result.Result<Content, ValidationError>>
}

const name: TextControl = {
  type: "text",
  name: "name",
  label: "Name",
  hint: "At most 120 characters; no other of its kind in this project has it.",
  empty: "value",
  rows: 1,
  code: false,
  required: true
}

const description: TextControl = {
  type: "text",
  name: "description",
  label: "Description",
  hint: "What it is for. Optional.",
  empty: "null",
  rows: 3,
  code: false
}

const references: JsonControl = {
  type: "json",
  name: "references",
  label: "References",
  hint:
    'JSON: an object of alias to { "kind", "id", "revision" }. A revision of null follows the current one, a number ' +
    "pins one. {} for none.",
  empty: "value",
  rows: 6,
  start: "{}"
}

const isSettled = (form: GroupControl) => {
  const names = fieldsOf(form).map(({ name }) => name)
  return new Set(names).size === names.length && !names.includes("action") && !names.includes("expectedRevision")
}

const formOf = ({ mayReference }: Kind.Any, source: Control, settings: Control): GroupControl => ({
  type: "group",
  name: "",
  label: "Definition",
  members: Object.entries({
    name,
    description,
    source,
    settings,
    ...(mayReference.length > 0 && { references })
  })
})

const jsonOf = (name: "source" | "settings", label: string, example: unknown): JsonControl => ({
  type: "json",
  name,
  label,
  hint: "JSON.",
  empty: "value",
  rows: 12,
  start: JSON.stringify(example, null, 2)
})

/** An array, a record or open JSON begins with what the example of the kind has there. */
const withExamples = (control: Control, example: unknown): Control => {
  const at = (key: string) => (example as Readonly<Record<string, unknown>> | undefined)?.[key]
  if (control.type === "json" && control.empty === "value" && control.start === undefined) {
    return { ...control, start: example === undefined ? "" : JSON.stringify(example, null, 2) }
  }
  return control.type === "group"
    ? { ...control, members: control.members.map(([key, member]) => [key, withExamples(member, at(key))]) }
    : control
}

/** Of a kind that may have none, a form has no references. */
const withoutReferences = Schema.Struct({}).pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))

/** A kind's schemas need no services, which the type of any kind does not say. */
const contentOf = ({ body, mayReference }: Kind.Any): Schema.Codec<Content> => {
  const references = mayReference.length > 0 ? {} : { references: withoutReferences }
  const schema: Schema.Constraint = Schema.Struct({ ...body, ...references })
  return schema as Schema.Codec<Content>
}

/**
 * Makes the section of a kind. Its pages (list, definition, history, comparison, form, copy, restore, delete, download)
 * are drawn from the kind and its schemas; `additions` is what only this kind has.
 *
 * @example
 * const alertRules = section(AlertRule)
 */
export const section = (kind: Kind.Any, additions: SectionAdditions = {}): Section => {
  const { source: editSource, settings: editSettings, pages = [], ...rest } = additions
  const derived = (name: "source" | "settings", label: string, edit: (control: Control) => Control = (same) => same) =>
    edit(withExamples(controlOf(SchemaAST.toEncoded(kind[name].ast), name, label), kind.example[name]))
  const [source, settings] = [derived("source", "Source", editSource), derived("settings", "Settings", editSettings)]
  const form = formOf(kind, source, settings)
  const sound = isSettled(form)
    ? { source, settings, form }
    : (() => {
        const source = jsonOf("source", "Source", kind.example.source)
        const settings = jsonOf("settings", "Settings", kind.example.settings)
        return { source, settings, form: formOf(kind, source, settings) }
      })()
  const decode = makeDecoderBySteps(contentOf(kind))
  return {
    ...rest,
    ...sound,
    kind,
    path: kebabCase(kind.plural),
    pages,
    *decode(content) {
      return Result.map(invalidInput(yield* decode(content)), (decoded) => decoded as Content)
    }
  }
}
