import { type AgentError, catalogue, type Code } from "@agent-operations/error-envelope"

/** What to do next, where the catalogue speaks to programs. */
const hints: Partial<Record<Code, string>> = {
  VALIDATION_ERROR: "Correct what is marked and send it again.",
  NOT_FOUND: "It may have been deleted. What you typed is still here, and can be created again.",
  STILL_REFERENCED: "Change each of these so that it no longer uses it, then delete again.",
  PAYLOAD_TOO_LARGE: "Make it smaller and send it again.",
  REFERENCE_NOT_FOUND: "Correct or remove these references.",
  UNAVAILABLE: "Nothing you typed is lost: wait a moment and send it again.",
  TIMEOUT: "Your change may have been saved: check the current revision before you send it again."
}

/** What a person can do about an error. */
export const hintOf = (error: AgentError): string => error.hint ?? hints[error._tag] ?? catalogue[error._tag].hint
