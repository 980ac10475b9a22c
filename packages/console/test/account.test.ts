import { Grants } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { grant } from "./doubles.ts"
import { type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
}, 60_000)
afterAll(() => setting.close())

describe("the account", () => {
  it("shows who is signed in, until when, and what to expect of applications", async () => {
    const ada = await setting.signedIn("ada@example.com")
    const page = await ada.get("/account")
    assert.include(page.text, "ada@example.com")
    assert.include(page.text, "None. An application that asks for access in your name appears here")
    assert.match(page.html, /<time datetime="\d{4}-\d\d-\d\dT[^"]+Z">/)
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
    assert.include(html, 'href="/o/org_1/p/a%2Fb%3Fc%23d/page-views"')
  })
})
