import { inspect } from "node:util"
import {
  type AgentError,
  catalogue,
  codes,
  Conflict,
  errorFrom,
  isAgentError,
  NotFound,
  Unavailable
} from "@agent-operations/error-envelope"
import { assert, describe, it } from "vitest"

describe("isAgentError", () => {
  const conflict = new Conflict({ message: "Overtaken.", details: { expectedRevision: 1, currentRevision: 2 } })

  it("E2: tells an agent error, and which, from everything else", () => {
    assert.isTrue(isAgentError(conflict))
    assert.isTrue(isAgentError(conflict, "CONFLICT"))
    for (const code of codes) assert.strictEqual(isAgentError(conflict, code), code === "CONFLICT", code)
    for (const other of [null, undefined, "NOT_FOUND", 404, {}, new Error("x"), { _tag: "NotFound", message: "x" }]) {
      assert.isFalse(isAgentError(other))
    }
  })

  it("knows it by its shape, whichever copy of the package, or process, it comes from", () => {
    const foreign = (fields: object) => Object.assign(new Error("from elsewhere"), fields)
    assert.isTrue(isAgentError(foreign({ _tag: "NOT_FOUND" }), "NOT_FOUND"))
    assert.isTrue(isAgentError(structuredClone({ ...conflict, message: conflict.message }), "CONFLICT"))
    assert.isFalse(isAgentError(foreign({ _tag: "CONFLICT" })), "without details")
    assert.isFalse(isAgentError(foreign({ _tag: "CONFLICT", details: { revision: 1 } })), "with other details")
    assert.isFalse(isAgentError({ _tag: "NOT_FOUND" }), "without a message")
    assert.isFalse(isAgentError(foreign({ _tag: "UNAVAILABLE" })), "without when to come back")
    assert.isTrue(isAgentError(new Unavailable({ message: "Away.", retryAfter: 1 }), "UNAVAILABLE"))
  })

  it("knows every code by the name that the catalogue has", () => {
    assert.isTrue(isAgentError(new NotFound({ message: "x" }) satisfies AgentError, "NOT_FOUND"))
    assert.hasAllKeys(catalogue, [...codes])
  })

  it("is made of what another copy threw with what its code carries, and nothing else", () => {
    const details = { issues: [] }
    const invalid = errorFrom({ _tag: "VALIDATION_ERROR", message: "No.", details, retryAfter: 7, other: 1 })
    assert.deepStrictEqual<object>({ ...invalid }, { details, _tag: "VALIDATION_ERROR" })
    assert.include(errorFrom({ _tag: "UNAVAILABLE", message: "Away." }), { retryAfter: 1 })
  })

  it("is shown by Node with its stack and what it carries", () => {
    const shown = inspect(new Conflict({ message: "Overtaken.", details: conflict.details, hint: "Read it anew." }))
    assert.match(shown, /^CONFLICT: Overtaken\.\n +at /)
    assert.include(shown, "expectedRevision: 1")
    assert.include(shown, "hint: 'Read it anew.'")
  })
})
