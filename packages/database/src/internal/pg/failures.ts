import { Predicate } from "effect"
import { SqlError } from "effect/sql"
import { silence } from "../silence.ts"

interface Props {
  readonly cause: unknown
  readonly message: string
  readonly operation: string
}

/** The same reasons that the driver of a URL gives. Source: PostgreSQL documentation, appendix A. */
const reasonOf = (state: string, constraint: unknown, props: Props): SqlError.SqlErrorReason => {
  if (state.startsWith("08")) return new SqlError.ConnectionError(props)
  if (state.startsWith("28")) return new SqlError.AuthenticationError(props)
  switch (state) {
    case "42501":
      return new SqlError.AuthorizationError(props)
    case "23505":
      return new SqlError.UniqueViolation({
        ...props,
        constraint: typeof constraint === "string" ? constraint : "unknown"
      })
    case "40P01":
      return new SqlError.DeadlockError(props)
    case "40001":
      return new SqlError.SerializationError(props)
    case "55P03":
      return new SqlError.LockTimeoutError(props)
    case "57014":
      return new SqlError.StatementTimeoutError(props)
    default:
      if (state.startsWith("42")) return new SqlError.SqlSyntaxError(props)
      return state.startsWith("23") ? new SqlError.ConstraintError(props) : new SqlError.UnknownError(props)
  }
}

/** What the driver of the host throws where its own clock ran out: `query_timeout`. */
const readTimeout = "Query read timeout"

/**
 * What the host's driver rejects with, as the rest knows it. What does not come from the server is a connection that was
 * lost, refused or not free in time: values are checked before they are sent.
 */
export const sqlErrorOf = (cause: unknown, operation: "query" | "acquire"): SqlError.SqlError => {
  const message = cause instanceof Error && cause.message !== "" ? cause.message : "The database failed"
  const props = { cause, message, operation }
  if (Predicate.hasProperty(cause, "severity") && Predicate.hasProperty(cause, "code")) {
    const constraint = Predicate.hasProperty(cause, "constraint") ? cause.constraint : undefined
    return new SqlError.SqlError({ reason: reasonOf(String(cause.code), constraint, props) })
  }
  if (message === readTimeout) return silence()
  return new SqlError.SqlError({ reason: new SqlError.ConnectionError(props) })
}
