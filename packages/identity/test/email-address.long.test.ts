import { assert, test } from "vitest"
import { isEmailAddress } from "@agent-operations/identity"

test("a long text is told in a moment, whatever is in it", () => {
  const started = performance.now()
  for (const part of ["a", "a.", "a-", "@", "a@b."]) isEmailAddress(part.repeat(1_000_000))
  // Tried at each place anew, it would take minutes.
  assert.isBelow(performance.now() - started, 2000)
})
