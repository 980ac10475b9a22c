import { shownPointer, shownText } from "@agent-operations/error-envelope/pointer"
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import { type Finding, type Job, parts, type Parts } from "./protocol.ts"

/** How many places are found before the rest is left unlooked at. */
const enough = 100

const messageOf = ({ message = "is not valid", params }: ErrorObject) =>
  "additionalProperty" in params ? `${message}: ${String(params["additionalProperty"])}` : message

/**
 * Checks items by the schemas of their dataset. A schema that is none, or that refers to another document, is told at index
 * -1. `reached` is told of each item, so that whoever waits knows which one takes too long.
 */
export const checkItems = ({ schemas, items }: Job, reached: (index: number) => void): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const checks: { -readonly [P in keyof Parts]?: ValidateFunction } = {}
  for (const part of parts) {
    const text = schemas[part]
    if (text === null) continue
    try {
      // Annotations such as formats are none of its business, and unknown words are allowed, as the standard has it.
      checks[part] = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(
        JSON.parse(text) as object
      )
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      findings.push({
        index: -1,
        pointer: `/${part}Schema`,
        message: `It is no JSON Schema 2020-12: ${reason}`.slice(0, 500)
      })
    }
  }
  if (findings.length > 0) return findings
  for (const [index, item] of items.entries()) {
    reached(index + 1)
    for (const part of parts) {
      const [check, text] = [checks[part], item[part]]
      if (check === undefined || text === undefined || check(JSON.parse(text))) continue
      for (const error of check.errors?.slice(0, enough) ?? []) {
        const pointer = shownPointer(`/${part}${error.instancePath}`)
        findings.push({ index, pointer, message: shownText(messageOf(error)) })
      }
    }
    if (findings.length >= enough) break
  }
  return findings.slice(0, enough)
}
