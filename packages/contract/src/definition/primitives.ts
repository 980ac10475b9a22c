import * as Schema from "effect/Schema"
import { parseTime } from "../core/time.ts"

// 26 characters of base32 hold 130 bits and a UUID 128, so the first is 0 to 7. Source: the TypeID specification.
const suffix = "[0-7][0-9a-hjkmnp-tv-z]{25}"

/** A TypeID with the given prefix: `pv_01k9x3m2h8e7v9q4t6w5z0r1ca`. Source: the wire, "Identifiers and actors". */
export const typeId = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_${suffix}$`, "u"), {
      expected: `an ID: ${prefix}_ and 26 letters and digits`
    })
  )

/** A TypeID of any prefix. */
export const AnyTypeId = Schema.String.check(
  Schema.isPattern(new RegExp(`^[a-z]{1,63}_${suffix}$`, "u"), {
    expected: "an ID such as cf_01k9x3m2h8e7v9q4t6w5z0r1ca"
  })
)

const revisionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** The number of a revision: 1, 2, 3, … Law: R1. */
export const Revision = revisionNumber.annotate({
  identifier: "Revision",
  description: "A revision: 1, 2, 3, …"
})

/** The revision that a caller saw last. Law: R4. */
export const ExpectedRevision = revisionNumber.annotate({
  identifier: "ExpectedRevision",
  description: "The revision that you saw last. If it is no longer current, nothing changes."
})

/** RFC 3339 in UTC with milliseconds: `2026-11-20T10:00:00.000Z`. */
export const Timestamp = Schema.String.annotate({ format: "date-time" })
  .check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u))
  .annotate({ identifier: "Timestamp", description: "RFC 3339 in UTC with milliseconds." })

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/u

/** A time as it is sent: RFC 3339, of whose seconds nine digits count. */
export const Time = Schema.String.annotate({ format: "date-time" }).check(
  Schema.makeFilter((text) => !timePattern.test(text) || parseTime(text) !== undefined, {
    expected: "a time that there is"
  }),
  // Last, as a description is that of the last check, and documents know none of a filter.
  Schema.isPattern(timePattern, { expected: "a time such as 2026-11-20T10:00:00.000Z" })
)

/** Who did something. */
export const Actor = Schema.Struct({
  type: Schema.Literals(["user", "api_key"]).annotateKey({
    description: "Whether a person (user) or an API key acted."
  }),
  id: Schema.String.annotateKey({ description: "ID of the person or of the API key." }),
  name: Schema.String.annotateKey({ description: "Name of the person or of the API key." })
}).annotate({ identifier: "Actor", description: "Who did it: a person or an API key." })
export type Actor = typeof Actor.Type

/** A page's size, refused outside its range and never clamped. Source: the wire, "Pagination". */
export const limit = (maximum: number, defaultsTo: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({
    description: "The most items per page. A page may hold fewer.",
    default: defaultsTo
  })
