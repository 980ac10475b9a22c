import hljs from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import json from "highlight.js/lib/languages/json"
import python from "highlight.js/lib/languages/python"
import sql from "highlight.js/lib/languages/sql"
import typescript from "highlight.js/lib/languages/typescript"
import yaml from "highlight.js/lib/languages/yaml"
import MarkdownIt, { type Token } from "markdown-it"
import type { Size } from "../assets.ts"
import { anchorOf } from "./anchor.ts"
import { tabs } from "./tabs.ts"

/** A heading of the second level, which a page's contents list. */
export interface Heading {
  readonly anchor: string
  readonly text: string
}

const languages = { bash, json, python, sql, typescript, yaml }
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
    const name = anchorOf(tokens[n + 1]?.content ?? "")
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    token.attrSet("id", times === 0 ? name : `${name}-${times}`)
  }
})
markdown.use(tabs)

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

/** The text of a heading, without what formats it. */
const plain = (text: string) => text.replaceAll(/[`*]/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")

const headingsIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Heading> =>
  tokens.flatMap((token, n) =>
    token.type === "heading_open" && token.tag === "h2"
      ? [{ anchor: String(token.attrGet("id")), text: plain(tokens[n + 1]?.content ?? "") }]
      : []
  )

/** Gives images their sizes, so that nothing moves when they come. */
const setSizes = (tokens: ReadonlyArray<Token>, sizes: ReadonlyMap<string, Size>) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const size = token.type === "image" ? sizes.get(String(token.attrGet("src"))) : undefined
    if (size === undefined) continue
    token.attrSet("width", String(size.width))
    token.attrSet("height", String(size.height))
  }
}

/** The HTML of a page's Markdown, with its headings. `sizes` are those of images, by their addresses. */
export const renderMarkdown = (
  text: string,
  sizes: ReadonlyMap<string, Size> = new Map()
): { readonly html: string; readonly headings: ReadonlyArray<Heading> } => {
  const tokens = markdown.parse(text, {})
  setSizes(tokens, sizes)
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings: headingsIn(tokens) }
}
