import { CustomField, customFieldTargets, valueTypes } from "@agent-operations/contract"
import { section } from "../../Section.ts"
import { validated } from "../validation/index.ts"
import { asJson, inWords } from "../words.ts"
import { drawCustomFieldSettings } from "./settings.ts"

const settingsHint =
  `JSON. target is one of ${customFieldTargets.join(", ")}; valueType one of ${valueTypes.join(", ")}; unit (a text ` +
  `or null) and extra (any JSON) may be left out.`

/** The pages of custom fields. */
export const customFields = section(CustomField, {
  about: "A value of each trace, span, run or case: computed by a formula, or read from the record.",
  source: inWords("Source type", "Choose a source type.", {
    formula: {
      label: "Formula",
      about: "Common Expression Language over the record. It is checked, never run here.",
      text: "Formula"
    },
    attribute: {
      label: "Attribute",
      about: "A JSON Pointer (RFC 6901) to a place in the record, such as /attributes/cost.",
      text: "JSON Pointer"
    }
  }),
  settings: asJson(settingsHint, { target: "trace", valueType: "number", unit: null, extra: {} }),
  drawSettings: drawCustomFieldSettings,
  ...validated("custom_field")
})
