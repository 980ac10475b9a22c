import { type AgentError, type ErrorOf, isAgentError } from "@agent-operations/error-envelope"
import { expectTypeOf, test } from "vitest"

const thrown: unknown = undefined

test("narrows to every agent error, whose code tells its details", () => {
  if (isAgentError(thrown)) {
    expectTypeOf(thrown).toEqualTypeOf<AgentError>()
    if (thrown._tag === "PAYLOAD_TOO_LARGE") expectTypeOf(thrown.details.limitBytes).toEqualTypeOf<number>()
  }
})

test("narrows to the error of a code, with its details", () => {
  if (isAgentError(thrown, "NAME_TAKEN")) {
    expectTypeOf(thrown).toEqualTypeOf<ErrorOf<"NAME_TAKEN">>()
    expectTypeOf(thrown.details).toEqualTypeOf<{ readonly name: string }>()
  }
  if (isAgentError(thrown, "NOT_FOUND")) expectTypeOf(thrown.details).toEqualTypeOf<undefined>()
  if (isAgentError(thrown, "CONFLICT") && "currentRevision" in thrown.details) {
    expectTypeOf(thrown.details.currentRevision).toEqualTypeOf<number>()
  }
})

test("takes codes of the catalogue alone", () => {
  // @ts-expect-error: there is no such code
  isAgentError(thrown, "NO_SUCH_CODE")
})
