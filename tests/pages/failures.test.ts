import { Organizations, type Principal, RateLimit } from "@agent-operations/auth"
import { RateLimited } from "@agent-operations/error-envelope"
import { BrowserSessions } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { failures } from "./doubles.ts"
import type { Answer } from "./browser.ts"
import { origin, type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

/** Somebody who is signed in, at a server whose organizations can't be reached. */
const without = async (failure: (typeof failures)[keyof typeof failures]) => {
  const user = { id: "usr_ada", name: "Ada", email: "ada@example.com" }
  const session = { id: "ses_1", user, createdAt: "2015-11-20T10:00:00.000Z", expiresAt: "2015-11-27T10:00:00.000Z" }
  const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => Effect.succeed(session) }
  const organizations = { ...Context.get(setting.services, Organizations), membershipsOf: () => failure }
  return setting.browser(Context.make(BrowserSessions, sessions).pipe(Context.add(Organizations, organizations)))
}

/** What an action answers, with what it logs kept from the terminal. */
const quietly = async (act: () => Promise<Answer>) => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
  try {
    const page = await act()
    return { page, log: JSON.stringify(log.mock.calls) }
  } finally {
    log.mockRestore()
  }
}

const requestIdOf = ({ headers }: Answer) => headers.get("x-request-id") ?? assert.fail("no request ID")

describe("a failure", () => {
  it("of a database that is away is a page that says when to try again", async () => {
    const page = await (await without(failures.UNAVAILABLE)).get("/organizations", 503)
    assert.strictEqual(page.headers.get("retry-after"), "2")
    assert.include(page.text, "Try again in a moment.")
    assert.include(page.html, "Sign out")
  })

  it("to answer in time is a page that says what may have happened", async () => {
    const page = await (await without(failures.TIMEOUT)).get("/organizations", 504)
    assert.include(page.text, "Check whether your change was made")
  })

  it("that was not foreseen shows its request's ID, which the log has with the reason, and nothing of the inside", async () => {
    const { page, log } = await quietly(async () => (await without(failures.defect)).get("/organizations", 500))
    const id = requestIdOf(page)
    assert.match(id, /^req_/)
    assert.include(page.text, id)
    assert.notInclude(page.html, "secret inside")
    assert.include(log, id)
    assert.include(log, "secret inside")
  })

  it("K3: of who asks too often says when to try again, and keeps what was typed; who is not signed in is not counted", async () => {
    const limit = {
      check: (principal: Principal) => {
        assert.strictEqual(principal.credential?.type, "session")
        return Effect.fail(new RateLimited({ message: "Too often.", retryAfter: 1.5 }))
      }
    }
    const ada = await setting.signedIn("often@example.com")
    const session = [...ada.cookies]
    const often = setting.browser(Context.make(RateLimit, limit))
    const form = await often.get("/sign-in")
    assert.strictEqual(form.status, 200)
    for (const [name, value] of session) often.cookies.set(name, value)
    const page = await often.get("/organizations", 429)
    assert.strictEqual(page.headers.get("retry-after"), "2")
    assert.include(page.text, "Wait 2 seconds, then try again.")
    const sent = await often.post("/organizations/new", { name: "What was typed" })
    assert.strictEqual(sent.status, 429)
    assert.include(sent.html, "What was typed")
  })

  it("to look up the session is such a page, too", async () => {
    const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => failures.UNAVAILABLE }
    await setting.browser(Context.make(BrowserSessions, sessions)).get("/account", 503)
  })

  it.each<readonly [string, number, string, RequestInit]>([
    ["a path that is none", 404, "/organizations/none/such", {}],
    ["a method that is none", 404, "/sign-in", { method: "PUT", headers: { origin } }],
    ["a form of another site", 403, "/sign-in", { method: "POST", headers: { origin: "https://evil.test" } }],
    [
      "another sort of body",
      415,
      "/sign-in",
      { method: "POST", body: "{}", headers: { origin, "content-type": "application/json" } }
    ],
    [
      "a body that is too large",
      413,
      "/sign-in",
      {
        method: "POST",
        body: "x".repeat(1024 * 1024 + 1),
        headers: { origin, "content-type": "application/x-www-form-urlencoded" }
      }
    ],
    ["a form of a host that is none", 403, "/sign-in", { method: "POST", headers: { origin, host: "evil.test" } }]
  ])("of %s is a page with its request's ID", async (_, status, path, init) => {
    const page = await setting.browser().send(path, init)
    assert.strictEqual(page.status, status)
    assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
    assert.match(page.html, /^<!doctype html>[^]*<header class="top plain">[^]*<main id="content"/)
    assert.include(page.html, `Request ID: ${requestIdOf(page)}`)
  })

  it("K3: to send a form in time is told without a page, before anybody's session is looked up", async () => {
    let lookedUp = 0
    const current = () => Effect.sync(() => void lookedUp++)
    const sessions = { ...Context.get(setting.services, BrowserSessions), current }
    const browser = setting.browser(Context.make(BrowserSessions, sessions))
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" }
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
    try {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("email=a"))
      })
      const sent = browser.send("/sign-in", { method: "POST", body, headers, duplex: "half" } as RequestInit)
      for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => void setImmediate(resolve))
      vi.advanceTimersByTime(10_000)
      const page = await sent
      assert.deepStrictEqual([page.status, page.title], [408, "The form did not arrive in time"])
      assert.isBelow(page.html.length, 400)
      assert.strictEqual(lookedUp, 0)
    } finally {
      vi.useRealTimers()
    }
  })

  it("to read a body that breaks off is such a page, and does nothing", async () => {
    const ada = await setting.signedIn("ada-broken@example.com")
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode("name=Half"))
        controller.error(new Error("reset"))
      }
    })
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" }
    const page = await ada.send("/organizations/new", { method: "POST", body, headers, duplex: "half" } as RequestInit)
    assert.deepStrictEqual([page.status, page.title], [400, "The form did not arrive completely"])
    assert.include(page.html, "Sign out")
    assert.notInclude((await ada.get("/organizations")).html, "Half")
  })

  describe("to answer within one deadline", () => {
    const person = { id: "usr_ada", name: "Ada", email: "ada@example.com" }
    const session = { id: "ses_1", user: person, createdAt: "2015-11-20T10:00:00.000Z", expiresAt: "" }
    /** Somebody whose session and organizations each take a good part of a second to find. */
    const slowly = () => {
      // clock: what takes a good part of the deadline; beside load, more of it
      const later = <A>(value: A) => Effect.delay(Effect.succeed(value), 700)
      const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => later(session) }
      const organizations = { ...Context.get(setting.services, Organizations), membershipsOf: () => later([]) }
      const doubles = Context.make(BrowserSessions, sessions).pipe(Context.add(Organizations, organizations))
      return setting.browser(doubles, { deadline: 1000 })
    }

    it("is 504, though the session and the page each took less, on a page of whoever is signed in", async () => {
      const page = await slowly().get("/organizations", 504)
      assert.include(page.html, "Sign out")
    })
  })

  it("to render a page, or even its failure, is a page with its reason in the log", async () => {
    const render = async (name: unknown) => {
      const user = { id: "usr_ada", name, email: "ada@example.com" }
      const session = { id: "ses_1", user, createdAt: "2015-11-20T10:00:00.000Z", expiresAt: "" }
      const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => Effect.succeed(session) }
      const browser = setting.browser(Context.make(BrowserSessions, sessions as BrowserSessions["Service"]))
      return quietly(() => browser.get("/organizations/none", 500))
    }
    const fail = () => {
      throw new Error("no such name")
    }
    const { page, log } = await render({ toString: fail, slice: fail })
    assert.include(page.html, `Request ID: ${requestIdOf(page)}`)
    assert.notInclude(page.html, "Sign out")
    assert.include(log, "no such name")
    assert.include(log, requestIdOf(page))
  })
})

describe("what somebody typed", () => {
  it("is kept through a session that ended meanwhile, and sent once they are signed in again", async () => {
    const ada = await setting.signedIn("ada-typing@example.com")
    const form = await ada.get("/organizations/new")
    const cookies = new Map(ada.cookies)
    ada.cookies.clear()
    const ended = await ada.press(form, { name: 'Half "typed" <b>' })
    assert.strictEqual(ended.status, 403)
    assert.include(ended.text, "Your session ended before the form was sent, and nothing was changed.")
    assert.match(ended.link("Sign in"), /^\/sign-in\?returnTo=/)
    assert.strictEqual(ended.form().fields["name"], 'Half "typed" <b>')
    ada.as({ cookies })
    const made = await ada.submit(ended)
    assert.include(made.html, "Half &quot;typed&quot; &lt;b&gt;")
  })

  it("is kept through a failure of the database and of the server, with fields that are there twice", async () => {
    for (const [status, failure] of [
      [503, failures.UNAVAILABLE],
      [504, failures.TIMEOUT],
      [500, failures.defect]
    ] as const) {
      const sessions = { ...Context.get(setting.services, BrowserSessions), current: () => failure }
      const browser = setting.browser(Context.make(BrowserSessions, sessions))
      const fields = { scopes: ["a", "b"], text: "one\r\ntwo" }
      const { page } = await quietly(() => browser.post("/organizations/new?x=1", fields))
      assert.strictEqual(page.status, status)
      assert.match(page.html, /name="scopes" value="a"[^]*name="scopes" value="b"/)
      const { action, fields: kept } = page.form()
      assert.deepStrictEqual([action, kept["text"]], ["/organizations/new?x=1", "one\ntwo"])
    }
  })

  it.each([
    ["letters", "x".repeat(1_048_000)],
    ["what takes most as HTML", "&".repeat(349_000)],
    ["line feeds", "\n".repeat(170_000)]
  ])("is kept whole, up to what a form may be, of %s", async (_, name) => {
    const page = await setting.browser().post("/organizations/new", { name })
    assert.strictEqual(page.status, 403)
    assert.strictEqual(page.form().fields["name"], name)
  })

  it("can be read and copied where it can't be sent again, as by somebody who was removed", async () => {
    const team = await setting.makeTeam()
    const form = await team.owner.get(`${team.path}/projects/new`)
    const name = `A name of more than forty letters\nand </textarea> ${"x".repeat(40)}`
    const page = await setting.browser().post(form.form().action || `${team.path}/projects/new`, { name })
    assert.include(page.text, "What you typed is kept on this page until you close it.")
    assert.include(page.text, "Show what you typed")
    const outsider = await setting.signedIn("outsider@example.com")
    const refused = await outsider.post(`${team.path}/projects/new`, { name })
    assert.strictEqual(refused.status, 404)
    assert.include(refused.text, "Nothing was changed. What you typed is kept on this page until you close it.")
    assert.strictEqual(refused.form().fields["name"], name)
  })

  it.each(["=&", "a&", "%61&", "a=1&"])("is no form where it is a great many of %s", async (field) => {
    const send = (body: string) =>
      setting.browser().send("/organizations/new", {
        method: "POST",
        body,
        headers: { origin, "content-type": "application/x-www-form-urlencoded" }
      })
    const page = await send(field.repeat(1_048_576 / field.length))
    assert.deepStrictEqual([page.status, page.title], [413, "The form is too large"])
    const carried = await send(field.repeat(4095))
    assert.strictEqual(carried.status, 403)
    assert.isBelow(carried.html.length, 400_000)
  })
})
