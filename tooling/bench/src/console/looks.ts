import type { Page } from "playwright-core"
import type { Look } from "./browser.ts"
import type { Filled } from "./fill.ts"

const search = async (page: Page) => {
  await page.keyboard.press("Control+k")
  await page.keyboard.type("cost")
}

/** The pages that are looked at with a slow processor, and what somebody does on each. */
export const looksAt = ({ list, definition, edit }: Filled, trace: string): ReadonlyArray<Look> => [
  {
    name: "list",
    path: list,
    use: async (page) => {
      await page.locator("#search").pressSequentially("cost")
      await page.locator("main details summary").first().click()
    }
  },
  { name: "definition", path: definition, use: search },
  {
    name: "builder",
    path: edit,
    use: async (page) => {
      await page.locator("[name='columns.0.label']").pressSequentially("Shown as")
      await page.locator("#name").pressSequentially(" two")
    }
  },
  {
    name: "trace of 5,000 spans",
    path: trace,
    use: async (page) => {
      await page.locator("details summary").nth(3).click()
      await search(page)
    }
  }
]
