import type { MarkdownIt, Token } from "markdown-it"
import { escape } from "../escape.ts"

/** Where a heading with a code block below it, and a quote as its note, ends; undefined where there is none. */
const endOfTab = (tokens: ReadonlyArray<Token>, at: number): number | undefined => {
  const heading = tokens[at]
  if (heading?.type !== "heading_open" || heading.tag !== "h3" || tokens[at + 3]?.type !== "fence") return undefined
  if (tokens[at + 4]?.type !== "blockquote_open") return at + 4
  return tokens.findIndex(({ type, level }, n) => n > at && type === "blockquote_close" && level === heading.level) + 1
}

/** Where the tabs begin that follow one another from a place on, and where the last one ends. */
const tabsFrom = (tokens: ReadonlyArray<Token>, at: number): ReadonlyArray<number> => {
  const end = endOfTab(tokens, at)
  return end === undefined ? [at] : [at, ...tabsFrom(tokens, end)]
}

/** The text of the last heading before a place, which tells what is chosen from. */
const headingBefore = (tokens: ReadonlyArray<Token>, at: number): string => {
  const heading = tokens.findLastIndex(({ type, tag }, n) => n < at && type === "heading_open" && tag < "h3")
  return tokens[heading + 1]?.content ?? ""
}

/**
 * Shows code blocks that each have a heading of the third level, and at most a quote below, one at a time: chosen by radio
 * buttons, as no script runs. In Markdown, and on paper, they follow one another.
 */
export const tabs = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push("tabs", (state) => {
    const { tokens } = state
    const html = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content })
    const result: Array<Token> = []
    let groups = 0
    for (let at = 0; at < tokens.length;) {
      const places = tabsFrom(tokens, at)
      if (places.length < 3) {
        result.push(tokens[at]!)
        at += 1
        continue
      }
      groups += 1
      result.push(html(`<fieldset class="tabs"><legend>${escape(headingBefore(tokens, at))}</legend>`))
      for (const [count, n] of places.slice(0, -1).entries()) {
        const anchor = escape(String(tokens[n]!.attrGet("id")))
        const label = escape(tokens[n + 1]!.content)
        const checked = n === at ? " checked" : ""
        result.push(
          html(
            `<input type="radio" name="tabs-${groups}" id="${anchor}"${checked}><label for="${anchor}">${label}</label><div>`
          )
        )
        result.push(...tokens.slice(n + 3, places[count + 1]), html("</div>"))
      }
      result.push(html("</fieldset>\n"))
      at = places.at(-1)!
    }
    state.tokens = result
  })
}
