import * as Schema from "effect/Schema"
import { typeId } from "../../definition/primitives.ts"

/** The formats of files. */
export const importFormats = ["jsonl", "json", "csv", "yaml"] as const
export type ImportFormat = (typeof importFormats)[number]

/** What is wrong with a file. */
export const importErrorCodes = [
  "SYNTAX",
  "UNSUPPORTED",
  "NOT_EXACT",
  "TOO_LARGE",
  "TOO_EXPENSIVE",
  "INVALID_HEADER",
  "INVALID_ITEM",
  "INVALID_DEFINITION",
  "DUPLICATE"
] as const
export type ImportErrorCode = (typeof importErrorCodes)[number]

/** The ID of an import. */
export const ImportId = typeId("imp").annotate({ identifier: "ImportId" })

/** The key that the caller chose for an import. Law: I2. */
export const ImportKey = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotate({
  identifier: "ImportKey",
  description:
    "Your own key for the import, 1 to 200 characters. The same files sent again under it are applied once, and parts " +
    "with one key belong together."
})

/** Where a value of a file goes: a member of the item, or a name in one of them. */
const ImportTarget = Schema.String.check(
  Schema.isMaxCodePoints(200),
  Schema.isPattern(/^(?:(?:input|expected|metadata)(?:\..+)?|split|externalId|id|source)$/su, {
    expected:
      "input, expected, metadata, split, externalId, id, source, or a name in one of the first three, such as metadata.topic"
  })
)

const MappedValue = Schema.Struct({
  to: ImportTarget.annotateKey({
    description:
      "The member of the item to fill: `input`, `expected`, `metadata`, `split`, `externalId`, `id` or `source`, or a name in one of the first three, such as `metadata.topic`."
  }),
  as: Schema.optionalKey(
    Schema.Literals(["string", "json", "number"]).annotate({
      description: "How a text, such as a cell of CSV, is read: as it is (string), as JSON, or as a number."
    })
  )
}).annotate({ identifier: "ImportMappedValue" })

/** What leads to values of the files. */
const ImportSource = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(500))

type Mapping = Readonly<Record<string, string | { readonly to: string; readonly as?: "string" | "json" | "number" }>>

/** What is filled twice: the same target, or one that is in another. */
const mappingIssues = (mapping: Mapping) => {
  const seen = new Set<string>()
  const issues: Array<{ path: ReadonlyArray<string>; issue: string }> = []
  for (const [from, target] of Object.entries(mapping)) {
    const to = typeof target === "string" ? target : target.to
    const field = to.split(".", 1)[0]!
    const clashes =
      seen.has(to) || (to === field ? [...seen].some((one) => one.startsWith(`${field}.`)) : seen.has(field))
    if (clashes) issues.push({ path: [from], issue: `${to} is filled by another column or pointer too: leave one out` })
    seen.add(to)
  }
  return issues
}

/** Which values of a file are what of an item. */
export const ImportMapping = Schema.Record(ImportSource, Schema.Union([ImportTarget, MappedValue]))
  .check(Schema.isMaxProperties(100), Schema.makeFilter(mappingIssues))
  .annotate({
    identifier: "ImportMapping",
    description:
      'What the values of lists are, by column or JSON Pointer: {"question": "input", "/meta/topic": "metadata.topic", "score": ' +
      '{"to": "expected", "as": "number"}}. Without it they are found under their own names. What is not named is left out. ' +
      "Bundles need none."
  })
export type ImportMapping = typeof ImportMapping.Type
