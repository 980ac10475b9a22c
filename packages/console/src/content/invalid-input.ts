import type { Issue } from "@agent-operations/contract/decode"
import { ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** What a decoder refuses, as a person is told of it. Law: E3. */
export const invalidInput = <A>(decoded: Result.Result<A, ReadonlyArray<Issue>>): Result.Result<A, ValidationError> =>
  Result.mapError(
    decoded,
    (issues) =>
      new ValidationError({
        message: "Some of what was sent is not valid.",
        hint: "Correct what is marked and send it again.",
        details: { issues: issues.map(({ path, message }) => ({ path: pointerOf(path), message })) }
      })
  )
