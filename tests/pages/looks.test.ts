import { Consents, Grants } from "@agent-operations/identity"
import { launchBrowser, sharedBrowser } from "@agent-operations/browser-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { Context, Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { consoleHandler } from "@agent-operations/console"
import { asked, endedGrant, grant, memberGrant } from "./doubles.ts"
import { start } from "./kit.ts"
import { lookAt } from "./look.ts"
import { serve } from "./serve.ts"

const chromium = await sharedBrowser()

const nativeCallback = "cursor://anysphere.cursor-mcp/oauth/callback"

const open = async (browser: Browser) => {
  const program = await serve(async () => ({ answer: async () => new Response("Back in the program") }))
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    const services = Context.merge(
      setting.services,
      Context.make(Consents, {
        ...Context.get(setting.services, Consents),
        describe: ({ query }) =>
          Effect.succeed(
            query.includes("native")
              ? asked({ privateUse: true, redirectHost: "cursor:", redirectUri: nativeCallback })
              : asked({ loopback: query.includes("loopback"), redirectUri: `${program.origin}/callback` })
          ),
        accept: ({ query }) =>
          Effect.succeed({
            location: `${query.includes("native") ? nativeCallback : `${program.origin}/callback`}?code=1`
          })
      }).pipe(
        Context.add(Grants, {
          ...Context.get(setting.services, Grants),
          list: () => Effect.succeed([grant({})]),
          listEnded: () => Effect.succeed([endedGrant]),
          ofOrganization: () => Effect.succeed(memberGrant({})),
          listOfOrganization: ({ organizationId }) =>
            Effect.succeed({ items: [memberGrant({ organizationId })], nextBefore: "grt_1" })
        })
      )
    )
    return { setting, answer: consoleHandler(services, { origin }) }
  })
  return { ...served, program, browser }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.browser !== undefined) world = await open(chromium.browser)
})
afterAll(async () => {
  await world?.close()
  await world?.program.close()
  await world?.setting.close()
})

/** A test in a context of its own, whose console must stay silent. A Chromium has one clipboard: it takes one of its own. */
const inBrowser = (
  title: string,
  test: (page: Page) => Promise<void>,
  { clipboard = false }: { readonly clipboard?: boolean } = {}
): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const launched = clipboard ? await launchBrowser(chromium.path!) : undefined
    const context = await (launched ?? world.browser).newContext({ baseURL: world.origin })
    await context.addCookies([
      { name: "agent-operations.outbox", value: world.setting.outboxKey, url: `${world.origin}/outbox` }
    ])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      const expected = message.text().includes("the server responded with a status of 4")
      if (message.type() === "error" && !expected) complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    try {
      await test(page)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
      await launched?.close()
    }
  })

const heading = (page: Page) => page.locator("h1").innerText()

const look = async (page: Page, name: string, title: string) => {
  assert.strictEqual(await heading(page), title)
  await lookAt(page, name, { isLong })
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click()

/** Opens the page of a link that a script would show in a dialog. */
const openInPlace = async (page: Page, name: string) => {
  const href = await page.getByRole("link", { name }).first().getAttribute("href")
  await page.goto(href ?? assert.fail(`${name} leads nowhere`))
}

const askForLink = async (page: Page, email: string) => {
  await page.goto("/sign-in")
  await page.getByLabel("E-mail address").fill(email)
  await press(page, "Mail me a sign-in link")
}

/** Signs somebody in without pages: a test above walks through those. */
const signIn = async (page: Page, email: string) => {
  const { origin, setting } = world!
  const person = await setting.signedIn(email)
  await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: origin })))
  return person
}

const makeProject = async (person: Awaited<ReturnType<typeof signIn>>) => {
  const { path } = await person.submit(await person.get("/organizations/new"), { name: "Back" })
  const { pathname } = new URL(path, world!.origin)
  await person.submit(await person.get(`${pathname}/projects/new`), { name: "Back" })
}

describe("pages are readable in light, in dark and on a phone, and accessible by WCAG 2.2 AA", () => {
  inBrowser("from signing in to a first project", async (page) => {
    for (let times = 0; times < 4; times++) await askForLink(page, "babbage@example.com")
    await look(page, "too-many-links", "Sign in")
    await page.goto("/account")
    await look(page, "sign-in", "Sign in")
    await page.getByLabel("E-mail address").fill("nobody")
    await press(page, "Mail me a sign-in link")
    await look(page, "sign-in-error", "Sign in")
    await page.getByLabel("E-mail address").fill("ada.lovelace@example.com")
    await press(page, "Mail me a sign-in link")
    await look(page, "sent", "Check your mail")
    await follow(page, "open the outbox")
    await look(page, "outbox", "Outbox")
    await page.locator("pre a").first().click()
    await look(page, "link", "Sign in?")
    const link = page.url()
    await press(page, "Sign in")
    await look(page, "account", "Account")
    await page.goto(link)
    await press(page, "Sign in")
    await look(page, "link-used", "This link does not work")
    await page.goto("/")
    await look(page, "no-organization", "Organizations")
    await follow(page, "Create organization")
    await press(page, "Create organization")
    await look(page, "new-organization", "Create organization")
    await page.getByLabel("Name of the organization").fill("Analytical Engines")
    await press(page, "Create organization")
    await look(page, "no-project", "Projects")
    await follow(page, "Create project")
    await look(page, "new-project", "Create project")
    await page.getByLabel("Name of the project").fill("Difference engine")
    await press(page, "Create project")
    await follow(page, "Settings")
    await look(page, "project-settings", "Settings of the project")
    await follow(page, "Analytical Engines")
    await look(page, "projects", "Projects")
    await page.goto("/organizations/none/such")
    await look(page, "not-found", "Page not found")
  })

  inBrowser("of an organization that is at work", async (page) => {
    await signIn(page, "charles@example.com")
    await page.goto("/organizations/new")
    await page.getByLabel("Name of the organization").fill("Babbage & Söhne <Rechenmaschinen>, weltweit")
    await press(page, "Create organization")
    await follow(page, "Create project")
    await page.getByLabel("Name of the project").fill("מנוע ההפרש")
    await press(page, "Create project")
    await follow(page, "Usage")
    await follow(page, "Set budgets")
    await page.getByLabel("Limit").first().fill("12,50")
    await press(page, "Set budget of this project")
    await look(page, "budgets", "Budgets")
    await follow(page, "Model connections")
    await look(page, "no-connections", "Model connections")
    await follow(page, "Add connection")
    await page.getByLabel("Name", { exact: true }).fill("The gateway of the whole department")
    await page.getByLabel("Address").fill("https://10.0.0.1/v1")
    await page.getByLabel("Key").fill("sk-0123456789")
    await press(page, "Add connection")
    await look(page, "new-connection", "Add model connection")
    await page.getByLabel("Address").fill("https://models.a-long-department.example.com/v1")
    await page.getByLabel("Prices").fill("large 2.50 10\nsmall 0.15 0.60")
    await page.getByLabel("Key").fill("sk-0123456789")
    await press(page, "Add connection")
    await look(page, "connections", "Model connections")
    await page.goto("/")
    await follow(page, "Members")
    await follow(page, "Invite member")
    await look(page, "invite", "Invite member")
    await page.getByLabel("E-mail address").fill("a.very.long.name.of.somebody@a-long-department.example.com")
    await press(page, "Send invitation")
    await look(page, "members", "Members")
    await openInPlace(page, "Revoke")
    await look(page, "revoke-invitation", "Revoke this invitation?")
    await page.goto("/")
    await follow(page, "Members")
    await page.getByRole("link", { name: "Change charles" }).click()
    await look(page, "member", "Change a member")
    await page.getByLabel("Member", { exact: true }).check()
    await press(page, "Change role")
    await look(page, "member-last-owner", "Change a member")
    await follow(page, "Remove member")
    await look(page, "remove", "Remove this member?")
    await press(page, "Remove member")
    await look(page, "last-owner", "An organization needs an owner")
    await follow(page, "API keys")
    await look(page, "no-keys", "API keys")
    await follow(page, "Create key")
    await press(page, "Create key")
    await look(page, "new-key", "Create API key")
    await page.getByLabel("Name", { exact: true }).fill("Nightly import of everything, from the old warehouse")
    await page.getByLabel("Read page views and custom fields").check()
    await press(page, "Create key")
    await look(page, "key-shown", "Your new key")
    await follow(page, "I have copied it")
    await page.getByRole("link", { name: "Replace" }).click()
    await look(page, "replace-key", "Replace this key?")
    await page.getByLabel("At once").check()
    await press(page, "Replace key")
    await follow(page, "I have copied it")
    await look(page, "keys", "API keys")
    await page.getByRole("rowheader").getByRole("link").first().click()
    await look(page, "key", "Nightly import of everything, from the old warehouse")
    await follow(page, "API keys")
    await page.getByRole("link", { name: "Revoke" }).click()
    await look(page, "revoke-key", "Revoke this key?")
    await follow(page, "Applications")
    await look(page, "applications", "Connected applications")
    await page.getByRole("link", { name: "Disconnect Claude Desktop of Grace" }).click()
    await look(page, "disconnect-application", "Disconnect this application?")
    await follow(page, "Audit log")
    await look(page, "audit", "Audit log")
    await follow(page, "Settings")
    await look(page, "settings", "Settings of the organization")
  })

  inBrowser("of consent, and of a person's account", async (page) => {
    await makeProject(await signIn(page, "grace@example.com"))
    await page.goto("/consent?1")
    await look(page, "consent", "Allow Claude Desktop?")
    await page.goto("/consent?loopback")
    await look(page, "consent-loopback", "Allow Claude Desktop?")
    await page.goto("/consent?native")
    await look(page, "consent-native", "Allow Claude Desktop?")
    await page.getByRole("checkbox").first().uncheck()
    await page.getByRole("checkbox").last().uncheck()
    await press(page, "Allow")
    await look(page, "consent-error", "Allow Claude Desktop?")
    await page.goto("/account")
    await look(page, "account-at-work", "Account")
    await openInPlace(page, "Sign out everywhere")
    await look(page, "sign-out-everywhere", "Sign out everywhere?")
    await press(page, "Sign out everywhere")
    await look(page, "signed-out", "Sign in")
  })
})

describe("in a browser", () => {
  inBrowser("everything is done by keyboard alone", async (page) => {
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
      await page.waitForLoadState()
    }
    const tabTo = async (name: string) => {
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press("Tab")
        if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) return
      }
      assert.fail(`no way by keyboard to ${name}`)
    }
    const activate = async (name: string) => {
      await tabTo(name)
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    }
    await page.goto("/organizations/new")
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), "Skip to the content")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await Promise.all([page.waitForURL("**/sign-in/sent"), type("keys@example.com")])
    await activate("open the outbox")
    const link = await page.locator("pre a").first().innerText()
    await activate(link)
    await activate("Sign in")
    assert.strictEqual(await heading(page), "Create organization")
    await page.getByLabel("Name of the organization").focus()
    await Promise.all([page.waitForURL("**/o/org_*"), type("By keyboard")])
    await activate("Create project")
    assert.strictEqual(await heading(page), "Create project")
  })

  inBrowser(
    "a key is copied by a button, which the page shows only where it works",
    async (page) => {
      await signIn(page, "copy@example.com")
      await page.goto("/organizations/new")
      await page.getByLabel("Name of the organization").fill("Copying")
      await press(page, "Create organization")
      await follow(page, "API keys")
      await follow(page, "Create key")
      await page.getByLabel("Name", { exact: true }).fill("Key")
      await page.getByRole("checkbox").first().check()
      await press(page, "Create key")
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.getByRole("button", { name: "Copy API key" }).click()
      await page.getByText("Copied", { exact: true }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.strictEqual(copied, await page.locator("#key").innerText())
    },
    { clipboard: true }
  )

  inBrowser("a form is sent once by a double click, and one that is too large is kept where it is", async (page) => {
    await signIn(page, "twice@example.com")
    await page.goto("/organizations/new")
    await page.getByLabel("Name of the organization").fill("Twice")
    await press(page, "Create organization")
    await follow(page, "API keys")
    await follow(page, "Create key")
    await page.getByLabel("Name", { exact: true }).fill("Clicked twice")
    await page.getByRole("checkbox").first().check()
    const navigated = page.waitForNavigation()
    await page.getByRole("button", { name: "Create key" }).dblclick()
    await navigated
    assert.match(await page.locator("#key").innerText(), /^aok_/)
    // Reloading sends the form again.
    await page.reload()
    assert.strictEqual(await heading(page), "The key was created already")
    await follow(page, "API keys")
    assert.strictEqual(await page.locator("bdi", { hasText: "Clicked twice" }).count(), 1)

    await page.goto("/organizations/new")
    const name = page.getByLabel("Name of the organization")
    const long = "\u00e9".repeat(180_000)
    await name.evaluate((input: HTMLInputElement, value) => (input.value = value), long)
    await page.getByRole("button", { name: "Create organization" }).click()
    assert.include(await page.getByRole("alert").innerText(), "This is 1.0 MiB as a form, and 1.0 MiB is the most.")
    assert.strictEqual(await name.inputValue(), long)
    await name.fill("Short")
    await press(page, "Create organization")
    assert.include(page.url(), "/o/org_")
  })

  inBrowser("Allow leads back to the program, which is of another origin", async (page) => {
    await makeProject(await signIn(page, "back@example.com"))
    await page.goto("/consent?loopback")
    await press(page, "Allow")
    await page.waitForURL("**/callback?code=1")
    assert.strictEqual(await page.locator("body").innerText(), "Back in the program")
  })

  inBrowser(
    "RFC 8252 7.1: Allow leads to a program's own scheme, which the page's policy lets through",
    async (page) => {
      await makeProject(await signIn(page, "native@example.com"))
      await page.goto("/consent?native")
      const followed = page.waitForRequest(`${nativeCallback}?code=1`)
      await press(page, "Allow")
      await followed
    }
  )

  inBrowser("a page elsewhere signs nobody out", async (page) => {
    await signIn(page, "forged@example.com")
    const { origin } = world!
    await page.goto(`data:text/html,<form method="post" action="${origin}/sign-out"><button>Win</button></form>`)
    const refused = page.waitForResponse(`${origin}/sign-out`)
    await press(page, "Win")
    assert.strictEqual((await refused).status(), 403)
    await page.waitForLoadState()
    assert.strictEqual(await heading(page), "Request refused")
    await page.goto("/account")
    assert.strictEqual(await heading(page), "Account")
  })
})
