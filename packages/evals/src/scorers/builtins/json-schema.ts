import { checkItems } from "../../datasets/schemas/check-items.ts"
import type { Inputs } from "../inputs.ts"
import { failed, type Outcome, raw } from "../model.ts"
import { jsonOf } from "./text.ts"

const check = (schema: string, items: ReadonlyArray<{ readonly input: string }>) =>
  checkItems({ schemas: { input: schema, expected: null, metadata: null }, items }, () => {})

/** Why JSON text is no JSON Schema; nothing where it is one. */
export const schemaFaults = (schema: string): ReadonlyArray<string> => check(schema, []).map(({ message }) => message)

/** Whether the output keeps to a JSON Schema. */
export const jsonSchema = ({ output, expected }: Inputs, { schema }: { readonly schema: unknown }): Outcome => {
  const findings = check(JSON.stringify(schema ?? expected), [{ input: JSON.stringify(jsonOf(output)) }])
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
