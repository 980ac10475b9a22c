import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type axe from "axe-core"
import type { Page } from "playwright-core"

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/**
 * What keeps a page, as it is at this moment, from being accessible: by WCAG 2.0, 2.1 and 2.2 at levels A and AA, and
 * by good practice. A line for each place: `image-alt (critical): Images must have alternative text: img.logo`.
 *
 * @example
 * await inEveryLook(page, async () => assert.deepEqual(await axeViolations(page), []))
 */
export const axeViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  // The debugger's own way in: a script element would fall to a strict Content-Security-Policy.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (values) => {
    const inPage: typeof axe = Reflect.get(globalThis, "axe")
    const results = await inPage.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
      // Not the styles, which no rule of these reads: to parse them takes a fifth of a scan.
      preload: { assets: ["media"] }
    })
    return results.violations
  }, tags)
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${impact ?? "minor"}): ${help}: ${target.flat().join(" ")}`)
  )
}
