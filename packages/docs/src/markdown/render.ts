import hljs from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import json from "highlight.js/lib/languages/json"
import sql from "highlight.js/lib/languages/sql"
import typescript from "highlight.js/lib/languages/typescript"
import yaml from "highlight.js/lib/languages/yaml"
import MarkdownIt from "markdown-it"
import { anchorOf } from "./anchor.ts"

const languages = { bash, json, sql, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
const aliases: Readonly<Record<string, keyof typeof languages>> = { sh: "bash", ts: "typescript", tsx: "typescript" }

const highlight = (code: string, named: string): string => {
  const language = aliases[named] ?? named
  return hljs.getLanguage(language) === undefined ? "" : hljs.highlight(code, { language }).value
}

/** Raw HTML is text, and no address runs anything: what is rendered may come from a folder of the operator's. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, highlight })

/** A heading gets an anchor from its text; the second one of a name a number. */
markdown.core.ruler.push("anchors", ({ tokens }) => {
  const seen = new Map<string, number>()
  for (const [n, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue
    const anchor = anchorOf(tokens[n + 1]?.content ?? "")
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    token.attrSet("id", times === 0 ? anchor : `${anchor}-${times}`)
  }
})

// What is wide scrolls by itself, by keyboard too, and the page does not.
for (const rule of ["fence", "code_block"] as const) {
  const rendered = markdown.renderer.rules[rule]!
  markdown.renderer.rules[rule] = (...block) => rendered(...block).replace("<pre>", '<pre tabindex="0">')
}
markdown.renderer.rules["table_open"] = () => '<div class="wide" tabindex="0"><table>\n'
markdown.renderer.rules["table_close"] = () => "</table></div>\n"

// A column without a name has no header.
markdown.renderer.rules["th_open"] = (tokens, n) => (tokens[n + 1]?.content === "" ? "<td>" : "<th>")
markdown.renderer.rules["th_close"] = (tokens, n) => (tokens[n - 1]?.content === "" ? "</td>\n" : "</th>\n")

/** The HTML of a page's Markdown. */
export const renderMarkdown = (text: string): string => markdown.render(text)
