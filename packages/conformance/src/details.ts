/** What an error has to say beside its code: the wire's table of errors, row by row. */
import type { Code } from "@agent-operations/error-envelope"

type Is = (value: unknown) => boolean

const isText: Is = (value) => typeof value === "string"
const isCount: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isFlag: Is = (value) => typeof value === "boolean"
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value)
const listOf =
  (is: Is, most = Infinity): Is =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(is)

/** An object with some members, perhaps some others, and no more. */
const exactly =
  (members: Readonly<Record<string, Is>>, others: Readonly<Record<string, Is>> = {}): Is =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(([name, one]) => Object.hasOwn(members, name) || others[name]?.(one) === true) &&
    Object.entries(members).every(([name, is]) => is((value as Record<string, unknown>)[name]))

const referrer = exactly({
  kind: isText,
  id: isText,
  name: isText,
  revision: isCount,
  alias: isText,
  pinnedRevision: orNull(isCount)
})

const revisions = exactly({ expectedRevision: isCount, currentRevision: isCount })
const states = exactly({ currentState: isText, allowedStates: listOf(isText) })

/** Codes that the table gives details. What another has is not told by it. */
const detailsOf: Readonly<Partial<Record<Code, Is>>> = {
  VALIDATION_ERROR: exactly({ issues: listOf(exactly({ path: isText, message: isText })) }),
  MISSING_SCOPE: exactly({ required: listOf(isText), granted: listOf(isText) }),
  // A host's own operations may be about a state.
  CONFLICT: (value) => revisions(value) || states(value),
  NAME_TAKEN: exactly({ name: isText }),
  STILL_REFERENCED: exactly({ referencedBy: listOf(referrer, 20), hasMore: isFlag }),
  // Of evidence, how large it is and what it holds.
  PAYLOAD_TOO_LARGE: exactly({ limitBytes: isCount }, { bytes: isCount, spans: isCount, scores: isCount }),
  REFERENCE_NOT_FOUND: exactly({ references: listOf(isText) })
}

/** Whether the details of an error are those of its code. */
export const areDetailsOf = (code: Code, details: unknown): boolean => detailsOf[code]?.(details) ?? true

/** What only the inside of a server says: places in its code, and statements. */
const inside = /\n\s+at \S|node:internal|node_modules|\.[jt]s:\d+:\d+|\bSELECT .+ FROM\b|\bINSERT INTO\b/

/** Whether a text tells something to who reads it, and nothing of the inside. */
export const isTold = (text: string): boolean => text.trim() !== "" && !inside.test(text)
