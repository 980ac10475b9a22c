import type { MarkdownIt, Token } from "markdown-it"
import { escape } from "../escape.ts"

/** How many tokens a heading and the code block below it are. */
const length = 4

const isHeadedCode = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens[at]?.type === "heading_open" && tokens[at].tag === "h3" && tokens[at + 3]?.type === "fence"

/** The text of the last heading before a place, which tells what is chosen from. */
const headingBefore = (tokens: ReadonlyArray<Token>, at: number): string => {
  const heading = tokens.findLastIndex(({ type, tag }, n) => n < at && type === "heading_open" && tag < "h3")
  return tokens[heading + 1]?.content ?? ""
}

/**
 * Shows code blocks that each have a heading of the third level, and nothing else between, one at a time: chosen by radio
 * buttons, as no script runs. In Markdown, and on paper, they follow one another.
 */
export const tabs = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push("tabs", (state) => {
    const { tokens } = state
    const html = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content })
    const result: Array<Token> = []
    let groups = 0
    for (let at = 0; at < tokens.length;) {
      let end = at
      while (isHeadedCode(tokens, end)) end += length
      if (end - at < 2 * length) {
        result.push(tokens[at]!)
        at += 1
        continue
      }
      groups += 1
      result.push(html(`<fieldset class="tabs"><legend>${escape(headingBefore(tokens, at))}</legend>`))
      for (let n = at; n < end; n += length) {
        const anchor = escape(String(tokens[n]!.attrGet("id")))
        const label = escape(tokens[n + 1]!.content)
        const checked = n === at ? " checked" : ""
        result.push(
          html(
            `<input type="radio" name="tabs-${groups}" id="${anchor}"${checked}><label for="${anchor}">${label}</label><div>`
          )
        )
        result.push(tokens[n + 3]!, html("</div>"))
      }
      result.push(html("</fieldset>\n"))
      at = end
    }
    state.tokens = result
  })
}
