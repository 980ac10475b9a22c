import { Grants } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { grant } from "./doubles.ts"
import { type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

describe("the account", () => {
  it("shows who is signed in, until when, and what to expect of applications", async () => {
    const ada = await setting.signedIn("ada@example.com")
    const page = await ada.get("/account")
    assert.include(page.text, "ada@example.com")
    assert.include(page.text, "None. An application that asks for access in your name appears here")
    assert.match(page.html, /<time datetime="\d{4}-\d\d-\d\dT[^"]+Z"/)
  })

  it("lists the sessions of a person in words, and ends one, or all others", async () => {
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    const [here, there, third] = [1, 2, 3].map(() => setting.browser())
    for (const browser of [here, there, third]) {
      browser!.as(await setting.signedIn("many-sessions@example.com"))
    }
    await there!.send("/account", { headers: { "user-agent": firefox } })
    await third!.send("/account", { headers: { "user-agent": "<script>" } })
    const page = await here!.get("/account")
    assert.match(page.text, /A browser that does not say what it is this browser Now/)
    assert.include(page.text, "Firefox on Linux")
    assert.notInclude(page.html, "<script>")
    const asked = await here!.get(page.link("Sign out Firefox on Linux"))
    assert.include((await here!.submit(asked)).text, "The browser is signed out.")
    await there!.get("/account", 303)
    assert.strictEqual((await here!.press(asked)).status, 404)
    await here!.submit(await here!.get(page.link("Sign out all others")))
    await third!.get("/account", 303)
    assert.notInclude((await here!.get("/account")).text, "Sign out all others")
    const own = /sessions\/([^/]+)\/end/.exec(page.html)?.[1]
    assert.notStrictEqual(own, undefined)
    await here!.get("/account/sessions/ses_none/end", 404)
  })

  it("gives a person another name, which their organization sees", async () => {
    const { member, path } = await setting.makeTeam()
    const page = await member.get("/account")
    const wrong = await member.press(page, { name: "x".repeat(121) })
    assert.deepStrictEqual([wrong.status, wrong.form().fields["name"]], [422, "x".repeat(121)])
    const renamed = await member.submit(page, { name: "Grace Hopper <b>" })
    assert.include(renamed.text, "You have your new name.")
    assert.match(renamed.html, /<span class="avatar avatar-\d" aria-hidden="true">GH<\/span>/)
    assert.include((await member.get(`${path}/members`)).text, "Grace Hopper <b>")
  })

  it("of a person without organizations begins at an empty list that says what to do", async () => {
    const ada = await setting.signedIn("new@example.com")
    assert.strictEqual((await ada.get("/", 303)).location, "/organizations")
    const page = await ada.get("/organizations")
    assert.include(page.text, "You are in no organization yet.")
    assert.strictEqual(page.link("Create organization"), "/organizations/new")
  })

  it("knows no application of others: 404 alike for theirs and for none", async () => {
    const ada = await setting.signedIn("grants@example.com")
    for (const grant of ["grt_none", "%00", "%ff"]) {
      const path = `/account/applications/${grant}/disconnect`
      assert.strictEqual((await ada.get(path, 404)).title, "Page not found")
      assert.strictEqual((await ada.post(path)).status, 404)
    }
  })

  it("escapes what an application calls itself", async () => {
    const hostile = grant({
      clientName: `<img src=x onerror="alert(1)">`,
      clientUri: "javascript:alert(1)",
      redirectHost: `"><script>`,
      organizationId: "org_1",
      organizationName: "<b>",
      projectId: "a/b?c#d",
      projectName: "'\"&"
    })
    const grants = { ...Context.get(setting.services, Grants), list: () => Effect.succeed([hostile]) }
    const { html } = await (await setting.signedIn("names@example.com", Context.make(Grants, grants))).get("/account")
    for (const markup of ["<img", "<script>", "javascript:", "<b>"]) assert.notInclude(html, markup)
    assert.include(html, 'href="/o/org_1/p/a%2Fb%3Fc%23d"')
  })
})
