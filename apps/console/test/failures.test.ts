import { Organizations } from "@agent-operations/auth"
import { BrowserSessions } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { failures } from "./doubles.ts"
import { type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
}, 60_000)
afterAll(() => setting.close())

/** Somebody who is signed in, at a server whose organizations can't be reached. */
const without = async (failure: (typeof failures)[keyof typeof failures]) => {
  const user = { id: "usr_ada", name: "Ada", email: "ada@example.com" }
  const session = { id: "ses_1", user, createdAt: "2026-11-20T10:00:00.000Z", expiresAt: "2026-11-27T10:00:00.000Z" }
  const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => Effect.succeed(session) }
  const organizations = { ...Context.get(setting.services, Organizations), membershipsOf: () => failure }
  return setting.browser(Context.make(BrowserSessions, sessions).pipe(Context.add(Organizations, organizations)))
}

describe("a failure", () => {
  it("of a database that is away is a page that says when to try again", async () => {
    const page = await (await without(failures.UNAVAILABLE)).get("/organizations", 503)
    assert.strictEqual(page.headers.get("retry-after"), "2")
    assert.include(page.text, "Try again in a moment.")
    assert.include(page.html, "Sign out")
  })

  it("to answer in time is a page that says what may have happened", async () => {
    const page = await (await without(failures.TIMEOUT)).get("/organizations", 504)
    assert.include(page.text, "Look whether your change was made")
  })

  it("that was not foreseen shows its request's ID, which the log has with the reason, and nothing of the inside", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    const page = await (await without(failures.defect)).get("/organizations", 500)
    const lines = JSON.stringify(log.mock.calls)
    log.mockRestore()
    const id = page.headers.get("x-request-id") ?? assert.fail("no request ID")
    assert.match(id, /^req_/)
    assert.include(page.text, id)
    assert.notInclude(page.html, "secret inside")
    assert.include(lines, id)
    assert.include(lines, "secret inside")
  })

  it("to look up the session is such a page, too", async () => {
    const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => failures.UNAVAILABLE }
    await setting.browser(Context.make(BrowserSessions, sessions)).get("/account", 503)
  })
})
