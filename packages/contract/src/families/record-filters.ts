import * as Schema from "effect/Schema"
import { parseFieldPath } from "../core/field-path.ts"
import { findFilterFault, operators } from "../core/filter.ts"
import type { Records } from "../core/record.ts"
import { Json } from "../definition/json.ts"
import { maxUtf8Bytes } from "../definition/size.ts"

const fitsFilter = Schema.is(Schema.String.check(maxUtf8Bytes(1024)))

/** The filter of a list, as it is sent. */
const Filter = Schema.Struct({
  field: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotateKey({
    description: "The field to compare, such as trace.status."
  }),
  operator: Schema.Literals(operators).annotateKey({ description: "How the field is compared with value." }),
  value: Schema.optionalKey(
    Json.check(
      Schema.makeFilter((value) => fitsFilter(JSON.stringify(value)), { expected: "at most 1 KiB of JSON" })
    ).annotateKey({
      description:
        "What the field is compared with, as JSON of the field's type: at most 1 KiB; a list for in; a boolean or nothing for exists."
    })
  )
})

/**
 * The filters of an operation, at most 20, with the meaning that those of page views have, on built-in fields of some
 * records.
 */
export const recordFilters = (identifier: string, records: Records, expected: string) =>
  Schema.Array(
    Filter.check(
      Schema.makeFilter((filter: typeof Filter.Type) => {
        const found = parseFieldPath(records, filter.field)
        if (found === undefined) return { path: ["field"], issue: `Expected ${expected}` }
        const fault = findFilterFault(filter, found.type)
        return fault && { path: [fault.at], issue: fault.message }
      })
    ).annotate({ identifier, description: `A filter on ${expected}.` })
  )
    .check(Schema.isMaxLength(20))
    .annotate({ description: `All must hold. They mean what those of page views mean.` })
