import type { Issue } from "@agent-operations/contract/decode"
import { ValidationError } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** The error that tells where an input is wrong. `below` is where the input stands, if it is not the body. */
export const notValid = (message: string, issues: ReadonlyArray<Issue>, below: ReadonlyArray<string> = []) =>
  new ValidationError({
    message,
    details: { issues: issues.map(({ path, message }) => ({ path: pointerOf([...below, ...path]), message })) }
  })
