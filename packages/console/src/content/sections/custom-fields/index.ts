import { CustomField } from "@agent-operations/contract"
import type { Control } from "../../form/control.ts"
import { section } from "../../Section.ts"
import { validated } from "../validation/index.ts"
import { inWords } from "../words.ts"
import { customFieldBuilder } from "./builder.ts"
import { formulaCompletions } from "./completions.ts"
import { drawCustomFieldSettings } from "./settings.ts"
import { trialPreview } from "./trial/index.ts"

const inFormulaWords = inWords("Source type", "Choose a source type.", {
  formula: {
    label: "Formula",
    about: "Common Expression Language over the record, computed for each row that shows it.",
    text: "Formula"
  },
  attribute: {
    label: "Attribute",
    about: "A JSON Pointer (RFC 6901) to a place in the record, such as /attributes/cost.",
    text: "JSON Pointer"
  }
})

/** The source, whose formula is completed while it is typed. */
const source = (derived: Control): Control => {
  const control = inFormulaWords(derived)
  return control.type === "choice" && control.shared !== undefined
    ? { ...control, shared: { ...control.shared, rows: 4, completions: formulaCompletions } }
    : control
}

/** The settings, whose value type begins with what most formulas yield. */
const settings = (derived: Control): Control => {
  if (derived.type !== "group") return derived
  const members = derived.members.map(([key, member]): (typeof derived.members)[number] => {
    if (key !== "valueType" || member.type !== "select") return [key, member]
    const [numbers, others] = [true, false].map((is) =>
      member.options.filter(({ value }) => (value === "number") === is)
    )
    return [key, { ...member, options: [...numbers!, ...others!] }]
  })
  return { ...derived, members }
}

/** The pages of custom fields. */
export const customFields = section(CustomField, {
  about: "A value of each trace, span, run or case: computed by a formula, or read from the record.",
  source,
  settings,
  drawSettings: drawCustomFieldSettings,
  builder: customFieldBuilder,
  preview: trialPreview,
  ...validated("custom_field")
})
