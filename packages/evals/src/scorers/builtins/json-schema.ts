import { checkItems } from "../../datasets/schemas/check-items.ts"
import type { Inputs } from "../inputs.ts"
import { failed, type Outcome, raw } from "../model.ts"
import { jsonOf } from "./text.ts"

/** Whether the output keeps to a JSON Schema. */
export const jsonSchema = ({ output, expected }: Inputs, { schema }: { readonly schema: unknown }): Outcome => {
  const text = JSON.stringify(schema ?? expected)
  const schemas = { input: text, expected: null, metadata: null }
  const findings = checkItems({ schemas, items: [{ input: JSON.stringify(jsonOf(output)) }] }, () => {})
  const broken = findings.find(({ index }) => index === -1)
  if (broken !== undefined) return failed("INPUT_UNSUITABLE", broken.message)
  return raw({
    value: findings.length === 0,
    ...(findings.length === 0
      ? {}
      : {
          explanation: findings
            .map(({ pointer, message }) => `${pointer.replace("/input", "") || "The output"}: ${message}`)
            .join("\n")
        })
  })
}
