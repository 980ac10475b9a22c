import { axeViolations, inEveryLook, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Page } from "playwright-core"
import { assert } from "vitest"

/** What of a page makes it scroll sideways. */
const scrollsSideways = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll("main *")].filter(
      (each) => each.getBoundingClientRect().right > clientWidth
    )
    return wide.map((each) => `${each.tagName}.${each.className}`).slice(0, 5)
  })

const isWhole = async (page: Page, name: string, { isScanned = false } = {}) => {
  if (isScanned) assert.deepEqual(await axeViolations(page), [], name)
  assert.deepEqual(await scrollsSideways(page), [], name)
}

/**
 * Looks at a page as its readers do: in the short run once, and on the narrowest phone. The test of the styles measures
 * their colours in both themes there, and lists, editors and conflicts are scanned in every look.
 */
export const lookAt = async (page: Page, name: string, { isLong }: { readonly isLong: boolean }): Promise<void> => {
  if (isLong) await inEveryLook(page, (look) => isWhole(page, `${name} ${look}`, { isScanned: true }))
  else await isWhole(page, name, { isScanned: true })
  for (const width of isLong ? [320, 720, 900, 1024, 1280] : [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await isWhole(page, `${name} at ${width} px`)
  }
  await takeScreenshots(page, name)
}
