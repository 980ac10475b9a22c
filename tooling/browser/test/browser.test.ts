import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "../src/index.ts"

const style = `
  :root { color-scheme: light dark; background: light-dark(#fff, #000); color: light-dark(#000, #fff) }
  @media (prefers-color-scheme: dark) { .dim { color: #333 } }
  @media (max-width: 400px) { .tiny { display: inline-block; width: 10px; height: 10px; overflow: hidden } }`

/** A policy that lets a page run no script at all. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "require-trusted-types-for 'script'",
  "frame-ancestors 'none'"
].join("; ")

const page = (lang: string, body: string) =>
  `<!doctype html><html ${lang}><head><meta charset="utf-8"><title>Page</title>
  <meta name="viewport" content="width=device-width"><style>${style}</style></head>
  <body><main><h1>Page</h1>${body}</main></body></html>`

const pages: Readonly<Record<string, string>> = {
  "/clean": page('lang="en"', "<p>Text</p>"),
  "/broken": page("", '<img src="none.png"><input id="name">'),
  "/sometimes": page(
    'lang="en"',
    `<p class="dim">Hard to read in the dark</p>
    <nav aria-label="Pages"><a class="tiny" href="/1">One</a><a class="tiny" href="/2">Two</a></nav>`
  )
}

const chromium = await sharedBrowser()

let origin: string
let context: BrowserContext | undefined
const server = createServer((request, response) => {
  response.setHeader("content-security-policy", policy)
  response.setHeader("content-type", "text/html; charset=utf-8")
  response.end(pages[request.url ?? ""] ?? "")
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  context = await chromium.browser?.newContext()
})
afterAll(async () => {
  await context?.close()
  server.closeAllConnections()
  server.close()
})

/** A test on a page of its own. */
const onPage = (title: string, path: string, test: (page: Page) => Promise<void>): void =>
  it(title, async ({ skip }) => {
    if (chromium.browser === undefined) return skip(chromium.reason)
    const page = await context!.newPage()
    try {
      await page.goto(`${origin}${path}`)
      await test(page)
    } finally {
      await page.close()
    }
  })

describe("axe, on a page whose policy lets it run no script", () => {
  onPage("finds nothing where nothing is wrong", "/clean", async (page) => {
    await inEveryLook(page, async () => assert.deepEqual(await axeViolations(page), []))
  })

  onPage("names each rule with the place", "/broken", async (page) => {
    const lines = await axeViolations(page)
    assert.includeMembers(
      [...lines],
      [
        "html-has-lang (serious): <html> element must have a lang attribute: html",
        "image-alt (critical): Images must have alternative text: img",
        "label (critical): Form elements must have labels: #name"
      ]
    )
  })

  onPage("the policy is in force all the while", "/clean", async (page) => {
    await axeViolations(page)
    const said = page.waitForEvent("console")
    await page.evaluate(() => document.body.append(Object.assign(document.createElement("img"), { src: "/none.png" })))
    assert.match((await said).text(), /Content Security Policy/)
  })

  onPage("sees what is wrong in one look only, by WCAG 2.2 too", "/sometimes", async (page) => {
    const wrong = new Set<string>()
    await inEveryLook(page, async (look) => {
      for (const line of await axeViolations(page)) wrong.add(`${look} ${line.split(" ")[0]}`)
    })
    assert.deepEqual([...wrong], ["dark color-contrast", "narrow target-size"])
  })
})

/** The width and height of a PNG. */
const sizeOf = (path: string): readonly [number, number] => {
  const header = readFileSync(path)
  return [header.readUInt32BE(16), header.readUInt32BE(20)]
}

describe("a page in every look", () => {
  onPage("is light, dark and 360 pixels wide, and at last as it was", "/clean", async (page) => {
    const read = () =>
      page.evaluate(() => [innerWidth, getComputedStyle(document.documentElement).backgroundColor] as const)
    const before = await read()
    const seen: Array<unknown> = []
    await inEveryLook(page, async (look) => seen.push([look, ...(await read())]))
    assert.deepEqual(seen, [
      ["light", 1280, "rgb(255, 255, 255)"],
      ["dark", 1280, "rgb(0, 0, 0)"],
      ["narrow", 360, "rgb(255, 255, 255)"]
    ])
    assert.deepEqual(await read(), before)
  })

  onPage("is kept in the directory of SCREENSHOTS, and nowhere without it", "/clean", async (page) => {
    const home = mkdtempSync(join(tmpdir(), "screenshots-"))
    try {
      vi.stubEnv("SCREENSHOTS", "")
      await takeScreenshots(page, "none")
      const directory = join(home, "new")
      vi.stubEnv("SCREENSHOTS", directory)
      await takeScreenshots(page, "clean")
      assert.deepEqual(readdirSync(home), ["new"])
      const names = ["clean-dark.png", "clean-light.png", "clean-narrow.png"]
      assert.deepEqual(readdirSync(directory).toSorted(), names)
      assert.deepEqual(
        names.map((name) => sizeOf(join(directory, name))[0]),
        [1280, 1280, 360]
      )
      assert.notDeepEqual(readFileSync(join(directory, names[0]!)), readFileSync(join(directory, names[1]!)))
    } finally {
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true, force: true })
    }
  })
})

describe("the browser", () => {
  onPage("reaches no other host", "/clean", async (page) => {
    // A name that Chromium itself resolves, so that the test fails without any network too.
    const other = `http://other.localhost:${new URL(origin).port}/clean`
    const failure = await page.goto(other).then(() => "reached", String)
    assert.match(failure, /ERR_NAME_NOT_RESOLVED/)
  })
})
