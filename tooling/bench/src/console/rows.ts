import { launchBrowser } from "@agent-operations/browser-for-tests"
import { signedIn } from "./browser.ts"
import type { ConsoleServer } from "./server.ts"

/** Changes the first filter's value of a page view's form again and again, and waits each time for the rows beside it. */
export const measureRows = async (
  chromium: string,
  server: ConsoleServer,
  edit: string,
  changes: number
): Promise<ReadonlyArray<number>> => {
  const browser = await launchBrowser(chromium)
  try {
    const { page } = await signedIn(browser, server)
    await page.goto(server.project + edit)
    await page.locator("html[data-scripts=started]").waitFor({ state: "attached" })
    await page.locator("#preview table tbody tr").first().waitFor()
    return await page.evaluate(async (changes) => {
      const preview = document.querySelector("#preview")!
      const field = document.querySelector<HTMLInputElement>("[name='columns.0.label']")!
      const shown = (label: string) =>
        new Promise<void>((resolve) => {
          const watch = new MutationObserver(() => {
            if (![...preview.querySelectorAll("th")].some(({ textContent }) => textContent?.includes(label))) return
            watch.disconnect()
            resolve()
          })
          watch.observe(preview, { childList: true, subtree: true, characterData: true })
        })
      const millis: Array<number> = []
      for (let n = 0; n < changes; n++) {
        const label = `Changed ${n} times`
        field.value = label
        const drawn = shown(label)
        const began = performance.now()
        field.dispatchEvent(new Event("input", { bubbles: true }))
        field.dispatchEvent(new Event("change", { bubbles: true }))
        await drawn
        millis.push(performance.now() - began)
      }
      return millis
    }, changes)
  } finally {
    await browser.close()
  }
}
