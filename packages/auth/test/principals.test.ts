import { assert, describe, it, vi } from "vitest"
import type { Expected } from "../src/access/CredentialVerifier.ts"
import { rememberPrincipals } from "../src/access/principals.ts"

const expected = (name: string): Expected => ({
  principal: {
    actor: { type: "api_key", id: "key_1", name: "Key" },
    organizationId: "org_1",
    scopes: [],
    projectId: null
  },
  guard: { name, condition: () => assert.fail("nothing is asked of the database") },
  accepted: () => {}
})

describe("whom credentials stood for", () => {
  it("A1: is remembered while the facts are the same, by the name alone under which it was accepted", () => {
    const { get, accepted, refused } = rememberPrincipals()
    const facts = ["org_1", null, "Key", "views:read"]
    const principal = accepted("one", facts, expected)
    assert.strictEqual(accepted("one", [...facts], expected), principal)
    assert.strictEqual(get("one")?.principal, principal)
    assert.isUndefined(get("two"))
    const names = new Set([get("one")!.guard.name])
    for (const other of [["org_1", "", "Key", "views:read"], ["org_1", null, "Key"], []]) {
      assert.notStrictEqual(accepted("one", other, expected), principal)
      names.add(get("one")!.guard.name)
    }
    accepted("two", facts, expected)
    names.add(get("two")!.guard.name)
    assert.strictEqual(names.size, 5)
    refused("one")
    assert.isUndefined(get("one"))
    assert.isDefined(get("two"))
  })

  it("A5: is forgotten a minute after it was last asked for, and of 10,000 credentials the one that is unused longest", () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    const clock = vi.spyOn(performance, "now").mockReturnValue(1)
    const pass = (millis: number) => {
      // clock: it is turned by hand
      clock.mockReturnValue(performance.now() + millis)
      vi.advanceTimersByTime(millis)
    }
    try {
      const { get, accepted } = rememberPrincipals()
      for (let n = 0; n <= 10_000; n++) accepted(`name ${n}`, [], expected)
      assert.isUndefined(get("name 0"))
      assert.isDefined(get("name 1"))
      pass(59_000)
      assert.isDefined(get("name 10000"))
      pass(59_000)
      assert.isDefined(get("name 10000"))
      pass(61_000)
      assert.isUndefined(get("name 10000"))
    } finally {
      clock.mockRestore()
      vi.useRealTimers()
    }
  })
})
