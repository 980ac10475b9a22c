import { EmailDomainDenied, MailFailed, Outbox, TooManyAttempts } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { noMail, signInBy } from "./doubles.ts"
import { origin, type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

const askFor = async (browser: ReturnType<Setting["browser"]>, email: string, returnTo = "/") => {
  const page = await browser.get(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
  return browser.press(page, { email })
}

/** The path of the newest link in the outbox, as its page shows it. */
const newestLink = async (browser: ReturnType<Setting["browser"]>) =>
  (await browser.get("/outbox")).link("/sign-in/link?token=").slice(origin.length)

describe("signing in by a link", () => {
  it("leads by the mail and a button to where one was going", async () => {
    const ada = setting.browser()
    const away = await ada.get("/organizations/new?x=1", 303)
    assert.strictEqual(away.location, "/sign-in?returnTo=%2Forganizations%2Fnew%3Fx%3D1")
    const sent = await ada.submit(await ada.get(away.location ?? ""), { email: "ada@example.com" })
    assert.strictEqual(sent.title, "Check your mail")
    const link = await newestLink(ada)
    const asked = await ada.get(link)
    assert.notInclude(asked.text, "ada@example.com")
    assert.strictEqual(asked.headers.get("referrer-policy"), "strict-origin")
    const arrived = await ada.press(asked)
    assert.deepStrictEqual([arrived.status, arrived.location], [303, "/organizations/new?x=1"])
    assert.include((await ada.get("/account")).text, "ada@example.com")
  })

  it("says the same whether or not the address is known", async () => {
    await setting.signedIn("known@example.com")
    const [known, unknown] = [setting.browser(), setting.browser()]
    const answers = [await askFor(known, "known@example.com"), await askFor(unknown, "unknown@example.com")]
    const told = answers.map(({ status, location, html }) => [status, location, html])
    assert.deepStrictEqual(told[0], told[1])
    assert.strictEqual((await known.get("/sign-in/sent")).html, (await unknown.get("/sign-in/sent")).html)
  })

  it("is not done by opening the link, as often as a mail program looks ahead", async () => {
    const ada = setting.browser()
    await askFor(ada, "prefetch@example.com")
    const link = await newestLink(ada)
    for (let times = 0; times < 3; times++) await ada.get(link)
    assert.strictEqual((await ada.press(await ada.get(link))).status, 303)
    await ada.get("/account")
  })

  it("fails for a link that was used, with a form for another", async () => {
    const ada = setting.browser()
    await askFor(ada, "twice@example.com")
    const page = await ada.get(await newestLink(ada))
    await ada.press(page)
    const again = await ada.press(page)
    assert.deepStrictEqual([again.status, again.title], [410, "This link does not work"])
    assert.strictEqual((await ada.submit(again, { email: "twice@example.com" })).title, "Check your mail")
  })

  it("fails in another browser, and says so", async () => {
    const [ada, eve] = [setting.browser(), setting.browser()]
    await askFor(ada, "browsers@example.com")
    const refused = await eve.press(await eve.get(await newestLink(ada)))
    assert.deepStrictEqual([refused.status, refused.title], [410, "Another browser asked for this link"])
    await eve.get("/account", 303)
  })

  it("is had on a new device although strangers ask for links all the time: by the newest mail in the inbox", async () => {
    const email = "flooded@example.com"
    const askAnew = () => askFor(setting.browser(), email)
    for (let times = 0; times < 5; times++) assert.strictEqual((await askAnew()).status, 303)
    const ada = setting.browser()
    const refused = await askFor(ada, email, "/account")
    assert.strictEqual(refused.status, 429)
    assert.match(refused.text, /Open the newest mail.*signed in with this address before.*Try again in/s)
    const elsewhere = await ada.press(await ada.get(await newestLink(ada)))
    assert.strictEqual(elsewhere.title, "Another browser asked for this link")
    assert.strictEqual((await ada.press(elsewhere, { email: "other@example.com" })).status, 303)
    assert.strictEqual((await ada.press(elsewhere, { email })).status, 303)
    assert.strictEqual((await ada.press(await ada.get(await newestLink(ada)))).status, 303)
    assert.include((await ada.get("/account")).text, email)
    // From now on the browser is known.
    await ada.post("/sign-out")
    assert.strictEqual((await askAnew()).status, 429)
    assert.strictEqual((await askFor(ada, email)).status, 303)
  })

  it("fails for a link that is late, and for one that never was, and says which", async () => {
    const late = await setting.browser(signInBy({ email: true, providers: [] })).post("/sign-in/link", { token: "x" })
    assert.strictEqual(late.title, "This link is too old")
    assert.strictEqual((await setting.browser().post("/sign-in/link")).title, "This link does not work")
  })

  it("keeps what was typed where it is no address", async () => {
    const answer = await askFor(setting.browser(), "<b>ada", "/account")
    assert.strictEqual(answer.status, 422)
    assert.deepStrictEqual(answer.form().fields, { email: "<b>ada", returnTo: "/account" })
    assert.include(answer.text, "Write an e-mail address")
  })

  it("takes no address that mail cannot go to, and says so in place", async () => {
    for (const email of ["a..b@example.com", ".a@example.com", "a@example-.com"]) {
      const answer = await askFor(setting.browser(), email)
      assert.deepStrictEqual([answer.status, answer.form().fields["email"]], [422, email])
    }
  })

  it("says openly that a domain may not", async () => {
    const answer = await askFor(setting.browser(), "eve@elsewhere.test")
    assert.strictEqual(answer.status, 403)
    assert.include(answer.text, "Addresses of this domain may not sign in here.")
  })

  it.each([
    [new TooManyAttempts({ message: "Too often.", retryAfter: 61 }), 429, "Try again in 2 minutes."],
    [new EmailDomainDenied({ message: "No." }), 403, "may not sign in here"],
    [new MailFailed({ message: "550 ada@secret" }), 503, "The mail could not be sent"]
  ])("answers %o in place", async (refusal, status, text) => {
    const browser = setting.browser(signInBy({ email: true, providers: [] }, refusal))
    const answer = await askFor(browser, "ada@example.com")
    assert.strictEqual(answer.status, status)
    assert.include(answer.text, text)
    assert.notInclude(answer.html, "550")
    assert.strictEqual(answer.form().fields["email"], "ada@example.com")
    assert.strictEqual(answer.headers.get("retry-after"), status === 429 ? "61" : null)
  })

  it.each([
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "/.//evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "evil.test",
    ""
  ])("never leads to another origin: %j", async (returnTo) => {
    const ada = setting.browser()
    const page = await ada.get(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    assert.strictEqual(page.form().fields["returnTo"], "/")
    await ada.press(page, { email: `open-${Math.random()}@example.com`, returnTo })
    const arrived = await ada.press(await ada.get(await newestLink(ada)))
    assert.strictEqual(arrived.location, "/")
    assert.strictEqual((await ada.get(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`, 303)).location, "/")
  })
})

describe("ways to sign in", () => {
  it("that are off are told plainly", async () => {
    const page = await setting
      .browser(signInBy({ email: false, providers: [{ id: "google", name: "Google" }] }))
      .get("/sign-in")
    assert.include(page.text, "Signing in by e-mail is not set up on this server.")
    assert.include(page.link("Continue with Google"), "/sign-in/with/google?returnTo=")
  })

  it("are none: the page says so, and whom to ask", async () => {
    const page = await setting.browser(signInBy({ email: false, providers: [] })).get("/sign-in")
    assert.include(page.text, "There is no way to sign in yet")
    assert.notInclude(page.html, "<form")
  })

  it("elsewhere begin with a redirect, which takes no other origin along", async () => {
    const browser = setting.browser(signInBy({ email: true, providers: [{ id: "google", name: "Google" }] }))
    const away = await browser.get("/sign-in/with/google?returnTo=https://evil.test", 303)
    assert.strictEqual(away.location, "https://issuer.test/google?then=%2F")
    assert.strictEqual(browser.cookies.get("state"), "1")
    await setting.browser().get("/sign-in/with/google", 404)
  })

  it.each([
    ["email_domain_denied", "domain may not sign in here"],
    ["email_not_verified", "is not verified there"],
    ["constructor", "did not work"],
    ["<script>", "did not work"]
  ])("elsewhere that failed with %s are explained", async (code, text) => {
    const page = await setting.browser().get(`/sign-in?error=${encodeURIComponent(code)}`)
    assert.include(page.text, text)
    assert.notInclude(page.html, "<script>")
  })
})

describe("mail", () => {
  it("stays in an outbox that only an installation without mail has", async () => {
    await setting.browser(noMail).get("/outbox", 404)
    assert.include((await setting.browser().get("/sign-in/sent")).link("open the outbox"), "/outbox")
    assert.notInclude((await setting.browser(noMail).get("/sign-in/sent")).html, "/outbox")
  })

  it("is shown in a browser that was given the key alone", async () => {
    const stranger = setting.browser()
    for (const key of [undefined, "", "x", setting.outboxKey.toLowerCase(), `${setting.outboxKey}x`]) {
      stranger.cookies.delete("agent-operations.outbox")
      if (key !== undefined) {
        const given = await stranger.get(`/sign-in?key=${key}`, 303)
        assert.deepStrictEqual([given.location, given.headers.getSetCookie()], ["/sign-in", []])
        stranger.cookies.set("agent-operations.outbox", key)
      }
      const page = await stranger.get("/outbox", 403)
      assert.include(page.text, "Open the address that the server showed in its terminal")
      assert.notInclude(page.html, "token=")
    }
    stranger.cookies.clear()
    const given = await stranger.get(`/sign-in?key=${setting.outboxKey}`, 303)
    assert.strictEqual(given.location, "/sign-in")
    assert.match(given.headers.getSetCookie()[0]!, /; Path=\/outbox; HttpOnly; Secure; SameSite=Strict$/)
    await stranger.get("/outbox")
    const filled = await stranger.get(
      `/sign-in?key=${setting.outboxKey}&email=${encodeURIComponent('a+"b@example.com')}`,
      303
    )
    assert.strictEqual(filled.location, "/sign-in?email=a%2B%22b%40example.com")
    assert.include((await stranger.get(filled.location!)).html, 'value="a+&quot;b@example.com"')
  })

  it("is shown as text: only addresses of this server are links", async () => {
    const mail = { id: "mail_1", to: "<i>@example.com", subject: "<b>Hi", sentAt: "2015-11-20T10:00:00.000Z" }
    const text = `${origin}/sign-in/link?token=1&x="><script> https://evil.test/ javascript:alert(1)`
    const outbox = Context.make(Outbox, {
      ...Context.get(setting.services, Outbox),
      list: Effect.succeed([{ ...mail, text }])
    })
    const { html } = await setting.browser(outbox).get("/outbox")
    const links = [...(/<main[^]*<\/main>/.exec(html)?.[0] ?? "").matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    assert.deepStrictEqual(links, [`${origin}/sign-in/link?token=1&amp;x=`])
    for (const markup of ["<script>", "<i>", "<b>Hi"]) assert.notInclude(html, markup)
  })
})

describe("signing out", () => {
  it("ends this browser's session, and says so", async () => {
    const [one, other] = [await setting.signedIn("out@example.com"), await setting.signedIn("out@example.com")]
    assert.include((await one.send((await one.post("/sign-out")).location ?? "")).text, "You are signed out.")
    await one.get("/account", 303)
    await other.get("/account")
  })

  it("everywhere ends every session of the person, and of nobody else, once confirmed", async () => {
    const [one, other] = [await setting.signedIn("all@example.com"), await setting.signedIn("all@example.com")]
    const stranger = await setting.signedIn("stranger@example.com")
    const asked = await one.get((await one.get("/account")).link("Sign out everywhere"))
    await other.get("/account")
    assert.include((await one.submit(asked)).text, "You are signed out everywhere.")
    for (const ended of [one, other]) await ended.get("/account", 303)
    await stranger.get("/account")
  })
})
