import * as oauth from "oauth4webapi"
import { CommandError, exits, messageOf } from "../errors.ts"

/** What a server, or the address that it sent the browser to, says went wrong, as far as it says it by the standard. */
const told = (error: unknown): { readonly error: string; readonly error_description?: string } | undefined =>
  error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError ? error : undefined

/** Whether a server says that a grant has ended. */
export const isEnded = (error: unknown): boolean => told(error)?.error === "invalid_grant"

/** Whether no answer came. */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")

/** What went wrong in a conversation with an authorization server, for whoever reads it. */
export const failureOf = (error: unknown, what: string): unknown => {
  const said = told(error)
  if (said !== undefined) {
    const reason = said.error_description === undefined ? said.error : `${said.error}: ${said.error_description}`
    return new CommandError(`${what} ${reason}`, {
      code: "SIGN_IN_REFUSED",
      hint: said.error === "access_denied" ? "It was not allowed in the browser. Run it again." : "Run it again.",
      exit: exits.access
    })
  }
  if (error instanceof oauth.OperationProcessingError) {
    return new CommandError(`${what} ${error.message}`, {
      code: "SIGN_IN_FAILED",
      hint: "See that the address is that of an Agent Operations server, and that nothing answers in its place.",
      exit: exits.server
    })
  }
  if (isLost(error)) {
    const { cause } = error as Error
    return new CommandError(
      `${what} ${cause instanceof Error && cause.message !== "" ? cause.message : messageOf(error)}`,
      {
        code: "CONNECTION_FAILED",
        hint: "See that the server can be reached, and run it again.",
        exit: exits.server
      }
    )
  }
  return error
}
