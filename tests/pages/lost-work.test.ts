import { Organizations } from "@agent-operations/auth"
import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Browser as Chromium, BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { consoleHandler } from "@agent-operations/console"
import type { Browser } from "./browser.ts"
import { start, type Team } from "./kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"

const chromium = await sharedBrowser()

/** What saves meet, while it is set. */
let atSave: ((respond: () => Promise<Response | undefined>) => Promise<Response | undefined>) | undefined

const open = async (browser: Chromium) => {
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    const handle = consoleHandler(setting.services, { origin })
    const answer: typeof handle = async (request, address) => {
      const respond = () => handle(request, address)
      const isSave = request.method === "POST" && (await request.clone().text()).includes("action=save")
      return isSave && atSave !== undefined ? atSave(respond) : respond()
    }
    return { setting, answer }
  })
  return { ...served, browser, team: await served.setting.makeTeam() }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.browser !== undefined) world = await open(chromium.browser)
})
afterAll(async () => {
  await world?.close()
  await world?.setting.close()
})

interface Scene {
  readonly context: BrowserContext
  readonly page: Page
  readonly team: Team
  readonly origin: string
  /** A new page view's path. */
  readonly made: (name: string) => Promise<string>
  /** Saves something else of a page view, as somebody else. */
  readonly revise: (path: string, typed: Record<string, string>) => Promise<void>
}

const cookiesOf = (person: Browser, origin: string) =>
  [...person.cookies].map(([name, value]) => ({ name, value, url: origin }))

/** A test in a browser of an admin, who is asked nothing but what the test expects. */
const inBrowser = (title: string, test: (scene: Scene) => Promise<void>): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const { origin, team, browser } = world
    const list = `${team.path}/p/${team.project.id}/page-views`
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies(cookiesOf(team.admin, origin))
    const page = await context.newPage()
    const failures: Array<string> = []
    page.on("pageerror", ({ message }) => failures.push(message))
    const made = async (name: string) => {
      const answer = await team.owner.submit(await team.owner.get(`${list}/new`), { name, action: "save" })
      return answer.link("History").replace(/\/history$/, "")
    }
    const revise = async (path: string, typed: Record<string, string>) => {
      await team.owner.submit(await team.owner.get(`${path}/edit`), { ...typed, action: "save" })
    }
    try {
      await test({ context, page, team, origin, made, revise })
      assert.deepStrictEqual(failures, [])
    } finally {
      atSave = undefined
      await context.close()
    }
  })

const description = (page: Page) => page.locator("textarea[name=description]")
const save = (page: Page) => page.getByRole("button", { name: "Save changes" })
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("agent-operations.draft:")))
const heading = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor()

/** Types, and waits until it is kept. */
const type = async (page: Page, text: string) => {
  await scriptsStarted(page)
  await description(page).fill(text)
  await page.waitForFunction(
    (text) => Object.values(localStorage).some((value) => String(value).includes(JSON.stringify(text))),
    text,
    // Frames are not painted in a tab that is behind another.
    { polling: 50 }
  )
}

/** Answers the question whether to leave. */
const leaving = (page: Page, stays: boolean) => {
  const asked: Array<string> = []
  page.on("dialog", (dialog) => {
    asked.push(dialog.type())
    void (stays ? dialog.dismiss() : dialog.accept())
  })
  return asked
}

describe("what was typed and not saved", () => {
  inBrowser("is kept where it was typed before the scripts came, as over a slow connection", async ({ page, made }) => {
    const path = await made("Typed early")
    const { promise: typed, resolve: haveTyped } = Promise.withResolvers<void>()
    await page.route("**/*.js", async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(`${path}/edit`, { waitUntil: "commit" })
    await description(page).fill("Typed early")
    haveTyped()
    await scriptsStarted(page)
    const asked = leaving(page, false)
    // Whoever types goes on in the end: a browser asks nobody who did nothing on the page.
    await page.locator("h1").click()
    await page.reload()
    assert.deepStrictEqual(asked, ["beforeunload"])
    await page.getByRole("button", { name: "Restore them" }).click()
    await page.waitForFunction(() => document.querySelector("textarea[name=description]")?.textContent !== "")
    assert.strictEqual(await description(page).inputValue(), "Typed early")
  })

  inBrowser(
    "survives a reload, and is offered back with what differs, restored or discarded",
    async ({ page, made }) => {
      const path = await made("Reloaded")
      await page.goto(`${path}/edit`)
      await type(page, "Typed <b>by me</b>")
      const asked = leaving(page, false)
      await page.reload()
      assert.deepStrictEqual(asked, ["beforeunload"])
      const offer = page.locator("[data-notice=draft]")
      await offer.waitFor()
      assert.match(await offer.innerText(), /You have unsaved changes of \d\d:\d\d to revision 1\./)
      await page.getByText("Show what differs").click()
      await page.getByRole("group", { name: "Description" }).waitFor()
      assert.include(await offer.innerText(), "Typed <b>by me</b>")
      assert.deepStrictEqual(await axeViolations(page), [])
      await takeScreenshots(page, "draft-offered")
      await page.getByRole("button", { name: "Restore them" }).click()
      await page.waitForFunction(() => document.querySelector("textarea[name=description]")?.textContent !== "")
      assert.strictEqual(await description(page).inputValue(), "Typed <b>by me</b>")
      await page.reload()
      await page.getByRole("button", { name: "Discard them" }).click()
      assert.deepStrictEqual(await drafts(page), [])
      await page.reload()
      await scriptsStarted(page)
      assert.strictEqual(await page.getByText("You have unsaved changes").count(), 0)
    }
  )

  inBrowser("survives a browser that was closed, and is merged with what was saved meanwhile", async (scene) => {
    const { context, page, made, revise } = scene
    const path = await made("Closed")
    await page.goto(`${path}/edit`)
    await type(page, "Before the window was closed")
    const state = await context.storageState()
    await page.close()
    const later = await world!.browser.newContext({ baseURL: scene.origin, storageState: state })
    try {
      await revise(path, { name: "Closed, renamed" })
      const again = await later.newPage()
      await again.goto(`${path}/edit`)
      await again.getByText("The current one is revision 2: saving them will merge both.").waitFor()
      await again.getByRole("button", { name: "Restore them" }).click()
      await again.locator("input[name=expectedRevision][value='1']").waitFor({ state: "attached" })
      await save(again).click()
      await heading(again, "Closed, renamed was changed meanwhile")
      await again.getByRole("button", { name: "Save merged version" }).click()
      await again.getByText("Saved as revision 3.").waitFor()
      assert.include(await again.locator("main").innerText(), "Before the window was closed")
      assert.deepStrictEqual(await drafts(again), [])
    } finally {
      await later.close()
    }
  })

  inBrowser("is of a new definition, too, and gone once it is created", async ({ page, team }) => {
    const list = `${team.path}/p/${team.project.id}/page-views`
    await page.goto(`${list}/new`)
    await type(page, "New and not saved")
    leaving(page, false)
    await page.goto(list)
    await page.goto(`${list}/new`)
    await page.getByText("to a new page view.").waitFor()
    await page.getByRole("button", { name: "Restore them" }).click()
    await page.waitForFunction(() => document.querySelector("textarea[name=description]")?.textContent !== "")
    // What is wrong with it is said on the page, which keeps it.
    await page.getByRole("button", { name: "Create page view" }).click()
    await page.getByText("Please correct this first:").waitFor()
    await page.locator("#name").fill("Created from a draft")
    await page.getByRole("button", { name: "Create page view" }).click()
    await heading(page, "Created from a draft")
    assert.deepStrictEqual(await drafts(page), [])
  })

  inBrowser("warns who leaves by a link, and only where something is changed", async ({ page, made }) => {
    const path = await made("Left")
    const asked = leaving(page, true)
    await page.goto(`${path}/edit`)
    await scriptsStarted(page)
    await page.getByRole("link", { name: "Cancel" }).click()
    await heading(page, "Left")
    // What only looks at the form changes nothing.
    await page.goto(`${path}/edit`)
    await scriptsStarted(page)
    await page.getByRole("button", { name: "Check draft" }).click()
    await page.getByText("Nothing was saved.").waitFor()
    await page.getByRole("link", { name: "Cancel" }).click()
    await heading(page, "Left")
    await page.goto(`${path}/edit`)
    await type(page, "Not yet saved")
    const question = page.waitForEvent("dialog")
    await page.getByRole("link", { name: "Cancel" }).click()
    await question
    assert.deepStrictEqual(asked, ["beforeunload"])
    assert.strictEqual(await description(page).inputValue(), "Not yet saved")
    // As it was before: nothing to lose.
    await description(page).fill("")
    await page.waitForFunction(() =>
      Object.keys(localStorage).every((key) => !key.startsWith("agent-operations.draft:"))
    )
    await page.getByRole("link", { name: "Cancel" }).click()
    await heading(page, "Left")
    assert.deepStrictEqual(asked, ["beforeunload"])
  })

  inBrowser(
    "is nobody else's on a shared browser, and deleted by who signs out",
    async ({ context, page, made, team, origin }) => {
      const path = await made("Shared")
      await page.goto(`${path}/edit`)
      await type(page, "The admin's own")
      leaving(page, false)
      await context.addCookies(cookiesOf(team.member, origin))
      await page.goto(`${path}/edit`)
      await scriptsStarted(page)
      assert.strictEqual(await page.getByText("You have unsaved changes").count(), 0)
      assert.strictEqual((await drafts(page)).length, 1)
      await page.goto(`${team.path}/members`)
      const secrets = page.locator("form[data-draft]")
      assert.strictEqual(await secrets.count(), 0)
      await context.addCookies(cookiesOf(team.admin, origin))
      await page.goto(`${path}/edit`)
      await page.getByText("You have unsaved changes").waitFor()
      const fresh = await world!.setting.signedIn("signs-out@example.com")
      await context.addCookies(cookiesOf(fresh, origin))
      await page.goto("/account")
      await page.evaluate(
        (id) => {
          const [key = ""] = Object.keys(localStorage).filter((each) => each.startsWith("agent-operations.draft:"))
          localStorage.setItem(key.replace(/usr_\w+/, id), localStorage.getItem(key) ?? "")
        },
        (await world!.setting.userOf(fresh)).userId
      )
      assert.strictEqual((await drafts(page)).length, 2)
      await page.locator("summary", { hasText: "Menu of" }).click()
      await page.getByRole("button", { name: "Sign out" }).click()
      await heading(page, "Sign in")
      assert.strictEqual((await drafts(page)).length, 1)
    }
  )
})

describe("a save", () => {
  inBrowser("whose answer is lost keeps everything, and does no harm when it is sent again", async ({ page, made }) => {
    const path = await made("Cut off")
    await page.goto(`${path}/edit`)
    await type(page, "Saved once")
    // A browser sends it again by itself where it reused a connection.
    atSave = async (respond) => {
      const answer = await respond()
      world!.cut()
      return answer
    }
    await save(page).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    assert.include(
      await alert.innerText(),
      "There is no connection to the server, so it is not known whether this was saved."
    )
    assert.strictEqual(await description(page).inputValue(), "Saved once")
    assert.deepStrictEqual(await axeViolations(page), [])
    await takeScreenshots(page, "connection-lost")
    atSave = undefined
    await page.getByRole("button", { name: "Try again" }).click()
    await heading(page, "Cut off")
    assert.include(await page.locator("main").innerText(), "Saved once")
    assert.strictEqual((await page.request.get(`${path}/revisions/3`)).status(), 404)
    assert.deepStrictEqual(await drafts(page), [])
  })

  inBrowser("by a double click is one revision", async ({ page, made }) => {
    const path = await made("Twice")
    await page.goto(`${path}/edit`)
    await type(page, "Once")
    await save(page).dblclick()
    await page.getByText("Saved as revision 2.").waitFor()
    assert.strictEqual((await page.request.get(`${path}/revisions/3`)).status(), 404)
  })

  inBrowser("after the session ended is one click once somebody signed in again, in another tab", async (scene) => {
    const { context, page, made, team, origin } = scene
    const path = await made("Signed out")
    await page.goto(`${path}/edit`)
    await type(page, "Typed while the session ended")
    await context.clearCookies()
    await save(page).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    assert.include(await alert.innerText(), "You are signed out")
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      alert.getByRole("link", { name: "Sign in, in another tab" }).click()
    ])
    await heading(tab, "Sign in")
    await context.addCookies(cookiesOf(team.admin, origin))
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("Saved as revision 2.").waitFor()
  })

  inBrowser(
    "of a member who was removed, in a project that is out of reach, leaves what was typed where it is",
    async (scene) => {
      const { context, page, made, team, origin } = scene
      const path = await made("Removed")
      const leaver = await world!.setting.signedIn("leaver@example.com")
      const { userId, name, email } = await world!.setting.userOf(leaver)
      const { organizationId, by } = team
      const run = world!.setting.run
      await run(Organizations.use((all) => all.setMember({ organizationId, userId, name, email, role: "member", by })))
      await context.addCookies(cookiesOf(leaver, origin))
      await page.goto(`${path}/edit`)
      await type(page, "Typed by somebody who is removed meanwhile")
      await run(Organizations.use((all) => all.removeMember({ organizationId, userId, by })))
      await save(page).click()
      const alert = page.getByRole("alert")
      await alert.waitFor()
      assert.include(
        await alert.innerText(),
        "There is nothing here, or you do not have access to it. Nothing was changed."
      )
      assert.strictEqual(await description(page).inputValue(), "Typed by somebody who is removed meanwhile")
      assert.strictEqual((await drafts(page)).length, 1)
    }
  )

  inBrowser(
    "R11: of a definition that was deleted meanwhile creates it again, or recovers it",
    async ({ page, made, team }) => {
      const path = await made("Deleted")
      await page.goto(`${path}/edit`)
      await type(page, "Outlives it")
      await team.owner.submit(await team.owner.get(`${path}/delete`))
      await save(page).click()
      await page.getByText("This page view is no longer there.").waitFor()
      assert.strictEqual(await description(page).inputValue(), "Outlives it")
      await page.getByRole("button", { name: "Create page view" }).waitFor()
      await page.getByRole("button", { name: "Recover page view and save" }).click()
      await page.getByText("Saved as revision 3.").waitFor()
      assert.include(page.url(), path)
      assert.include(await page.locator("main").innerText(), "Outlives it")
    }
  )

  inBrowser(
    "in one tab is told in the others, of which each keeps what was typed in it",
    async ({ context, page, made }) => {
      const path = await made("Two tabs")
      const other = await context.newPage()
      await other.goto(`${path}/edit`)
      await other.locator("#name").fill("Two tabs, renamed")
      await scriptsStarted(other)
      await page.bringToFront()
      await page.goto(`${path}/edit`)
      await type(page, "From the first tab")
      await save(page).click()
      await page.getByText("Saved as revision 2.").waitFor()
      await other.getByText("This was saved in another tab of yours. What you typed here stays").waitFor()
      await save(other).click()
      await heading(other, "Two tabs was changed meanwhile")
      await other.getByRole("button", { name: "Save merged version" }).click()
      await heading(other, "Two tabs, renamed")
      assert.include(await other.locator("main").innerText(), "From the first tab")
    }
  )

  inBrowser(
    "of two people at once asks about what both changed, by keyboard, in light, in dark and on a phone",
    async (scene) => {
      const { page, made, revise } = scene
      const path = await made("Two people")
      await page.goto(`${path}/edit`)
      await type(page, "Mine, of several lines\nand another")
      await page.locator("#name").fill("Two people, renamed by me")
      await revise(path, { description: "Theirs" })
      await save(page).click()
      await heading(page, "Two people was changed meanwhile")
      await inEveryLook(page, async (look) => assert.deepStrictEqual(await axeViolations(page), [], look))
      await page.setViewportSize({ width: 320, height: 800 })
      const isSideways = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      )
      assert.isFalse(isSideways)
      await takeScreenshots(page, "conflict")
      await page.getByRole("button", { name: "Save merged version" }).focus()
      await page.keyboard.press("Enter")
      await page.getByText("Please correct this first:").waitFor()
      await takeScreenshots(page, "conflict-unchosen")
      await page.getByRole("radio", { name: /^Theirs/ }).focus()
      await page.keyboard.press("Space")
      await page.getByRole("button", { name: "Save merged version" }).focus()
      await page.keyboard.press("Enter")
      await heading(page, "Two people, renamed by me")
      assert.include(await page.locator("main").innerText(), "Theirs")
      assert.deepStrictEqual(await drafts(page), [])
    }
  )
})
