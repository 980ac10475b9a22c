import {
  CustomField,
  customFieldTargets,
  type KindName,
  operators,
  PageView,
  pageViewTargets,
  valueTypes
} from "@agent-operations/contract"

export type Definition = PageView | CustomField

/** What a revision says. */
export type Content = Pick<Definition, "name" | "description" | "source" | "settings" | "references">

/** One form that a source can have, and its text, where it has any. */
interface SourceForm {
  readonly type: Definition["source"]["type"]
  readonly label: string
  /** What it is, in one sentence. */
  readonly about: string
  readonly text?: { readonly key: "code" | "expression" | "pointer"; readonly label: string }
  /** What else a source of this form says, always the same. */
  readonly fixed?: { readonly language: "cel" }
}

/** What the pages have to know of a kind of definition; they are the same for each. */
export interface ContentKind {
  readonly spec: typeof PageView | typeof CustomField
  /** Its place below the project's: `page-views`. */
  readonly path: string
  /** What the list says of it. */
  readonly about: string
  readonly sources: ReadonlyArray<SourceForm>
  /** What the text area of a new one begins with. */
  readonly settings: object
  /** What may stand in the settings. */
  readonly settingsHint: string
}

const pageViews: ContentKind = {
  spec: PageView,
  path: "page-views",
  about: "How a page of the product shows its rows: columns, filters and order, or a component of its own.",
  sources: [
    { type: "table", label: "Table", about: "Rows and columns, as the settings say." },
    {
      type: "react",
      label: "React component",
      about: "A TSX module whose default export is a component. It is checked, never run here.",
      text: { key: "code", label: "Code" }
    }
  ],
  settings: { target: "traces", columns: [{ field: "trace.name" }], filters: [], sort: [], groupBy: null, extra: {} },
  settingsHint:
    `JSON. target is one of ${pageViewTargets.join(", ")}; all else may be left out: columns (field, label, width, ` +
    `hidden), filters (field, operator, value), sort (field, direction asc or desc), groupBy (a field or null), extra ` +
    `(any JSON). Operators: ${operators.join(", ")}.`
}

const customFields: ContentKind = {
  spec: CustomField,
  path: "custom-fields",
  about: "A value of each trace, span, run or case: computed by a formula, or read from the record.",
  sources: [
    {
      type: "formula",
      label: "Formula",
      about: "Common Expression Language over the record. It is checked, never run here.",
      text: { key: "expression", label: "Formula" },
      fixed: { language: "cel" }
    },
    {
      type: "attribute",
      label: "Attribute",
      about: "A JSON Pointer (RFC 6901) to a place in the record, such as /attributes/cost.",
      text: { key: "pointer", label: "JSON Pointer" }
    }
  ],
  settings: { target: "trace", valueType: "number", unit: null, extra: {} },
  settingsHint:
    `JSON. target is one of ${customFieldTargets.join(", ")}; valueType one of ${valueTypes.join(", ")}; unit (a text ` +
    `or null) and extra (any JSON) may be left out.`
}

/** Every kind, in the order that pages name them. A new kind is one more here. */
export const kinds: ReadonlyArray<ContentKind> = [pageViews, customFields]

const byName: Readonly<Record<KindName, ContentKind>> = { page_view: pageViews, custom_field: customFields }

export const kindNamed = (name: KindName): ContentKind => byName[name]

/** The form that a source has. */
export const sourceForm = ({ sources }: ContentKind, type: string): SourceForm | undefined =>
  sources.find((form) => form.type === type)

/** The text of a source: its code, formula or pointer; nothing for a form without any. */
export const sourceText = (kind: ContentKind, source: Definition["source"]): string | undefined => {
  const key = sourceForm(kind, source.type)?.text?.key
  return key === undefined ? undefined : (source as Readonly<Record<string, string>>)[key]
}
