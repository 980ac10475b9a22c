import { messageOf, UsageError } from "../errors.ts"

/**
 * Parses JSON, as it will be sent. Throws a `UsageError` that names where it is from: where it is none, and where a number
 * would not be sent as it was written.
 */
export const parseJson = (text: string, from: string): unknown => {
  try {
    return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
      if (typeof value === "number" && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
        throw new UsageError(
          `${from}: the number ${context?.source ?? value} cannot be sent exactly.`,
          "Write it as a string, or with less digits."
        )
      }
      return value
    })
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `${from}: this is no JSON: ${messageOf(error)}`,
      "Give JSON as it is, @FILE, or - for standard input."
    )
  }
}
