import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Alias } from "../../definition/references.ts"
import { CustomField } from "../custom-fields/kind.ts"
import { PageViewDraft } from "../page-views/validate.ts"

/** How many custom fields a draft may have that are not saved. */
const maxDraftFields = 8

const CustomFieldDraft = Schema.Struct({
  source: CustomField.source,
  settings: CustomField.settings,
  references: CustomField.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "CustomFieldDraft", description: "An unsaved custom field." })

interface Aliases {
  readonly references: object
  readonly customFields?: object | undefined
}

/** An alias that stands for two custom fields, one of them saved. */
const aliasesTwice = ({ references, customFields = {} }: Aliases) =>
  Object.keys(customFields)
    .filter((alias) => Object.hasOwn(references, alias))
    .map((alias) => ({ path: ["customFields", alias], issue: "Expected an alias that no reference has" }))

/** A page view that is not saved, as rows are queried with it: it may use custom fields that are not saved either. */
export const QueriedDraft = Schema.Struct({
  ...PageViewDraft.fields,
  customFields: Schema.optionalKey(
    Schema.Record(Alias, CustomFieldDraft)
      .check(Schema.isMaxProperties(maxDraftFields))
      .annotate({ description: "Unsaved custom fields, at most 8, by an alias that no reference has." })
  )
})
  .check(Schema.makeFilter(aliasesTwice))
  .annotate({
    identifier: "QueriedPageViewDraft",
    description: "An unsaved page view, which may use unsaved custom fields."
  })
