import type { SqlError } from "effect/sql"

/** What the server or the system said of a failure, in one line. */
export const wordsOf = ({ reason }: SqlError.SqlError): string => {
  const { cause } = reason
  if (cause instanceof AggregateError) return cause.errors.map((error: Error) => error.message).join("; ")
  return cause instanceof Error && cause.message !== "" ? cause.message : (reason.message ?? reason._tag)
}
