import { findInexact } from "@agent-operations/operations"
import { messageOf, UsageError } from "../errors.ts"

const parsed = (text: string, from: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(
      `${from}: this is no JSON: ${messageOf(error)}`,
      "Give JSON as it is, @FILE, or - for standard input."
    )
  }
}

/**
 * Parses JSON, as it will be sent. Throws a `UsageError` that names where it is from: where it is none, and where it would not
 * be sent as it was written, such as a large number or a name that is given twice. Law: E4.
 */
export const parseJson = (text: string, from: string): unknown => {
  const value = parsed(text, from)
  const inexact = findInexact(text)
  if (inexact === undefined) return value
  throw new UsageError(`${from} at ${inexact.path || "/"}: ${inexact.message}`, "Correct it; nothing was sent.")
}
