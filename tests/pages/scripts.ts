import type { Page } from "playwright-core"

/** Waits until every script of the page is at work. */
export const scriptsStarted = (page: Page): Promise<void> =>
  page.locator("html[data-scripts=started]").waitFor({ state: "attached" })
