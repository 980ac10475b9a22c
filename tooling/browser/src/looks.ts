import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

/** A way that readers see a page. Narrow is a phone: 360 pixels wide, in light. */
export type Look = "light" | "dark" | "narrow"

const looks: ReadonlyArray<Look> = ["light", "dark", "narrow"]
const wide = { width: 1280, height: 800 }

/** Shows a page in one look after the other, and at last as it was. */
export const inEveryLook = async (page: Page, visit: (look: Look) => Promise<unknown>): Promise<void> => {
  const before = page.viewportSize() ?? wide
  try {
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look === "dark" ? "dark" : "light" })
      await page.setViewportSize(look === "narrow" ? { width: 360, height: 740 } : wide)
      await visit(look)
    }
  } finally {
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize(before)
  }
}

/**
 * Keeps the whole page in every look, as `<name>-light.png` and so on, in the directory that the variable `SCREENSHOTS`
 * names. Does nothing where that is not set.
 */
export const takeScreenshots = async (page: Page, name: string): Promise<void> => {
  const directory = process.env["SCREENSHOTS"] ?? ""
  if (directory === "") return
  mkdirSync(directory, { recursive: true })
  await inEveryLook(page, (look) =>
    page.screenshot({ path: join(directory, `${name}-${look}.png`), fullPage: true, animations: "disabled" })
  )
}
