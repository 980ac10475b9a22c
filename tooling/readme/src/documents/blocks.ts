import { readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "..", "..", "..", "..")

export const readDocument = (path: string): string => readFileSync(join(root, path), "utf8")

/** A fenced block of a document, and the language after its fence. */
export interface Block {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of a Markdown text, in their order. */
export const blocksOf = (markdown: string): ReadonlyArray<Block> =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }))

/** What stands under a heading, up to the next one of its level or above. */
export const sectionOf = (markdown: string, heading: string): string => {
  const start = markdown.indexOf(`\n${heading}\n`)
  if (start === -1) throw new Error(`There is no heading "${heading}".`)
  const level = heading.indexOf(" ")
  const rest = markdown.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"))
  return end === -1 ? rest : rest.slice(0, end)
}

/** What a document promises, each with the block that shows it: every block in `of` that one in `by` follows. */
export const shown = (markdown: string, of: string, by: string): ReadonlyArray<{ code: string; output: string }> =>
  blocksOf(markdown).flatMap(({ language, text }, at, blocks) => {
    const next = blocks[at + 1]
    return language === of && next?.language === by ? [{ code: text, output: next.text }] : []
  })

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** A pattern of a text in which `…` stands for anything within a line. */
export const patternOf = (text: string): RegExp => new RegExp(`^${text.trim().split("…").map(escaped).join(".*")}$`)

/** The same, in which a line of `…` stands for any number of lines. */
export const linesOf = (text: string): RegExp => new RegExp(patternOf(text).source.replaceAll("\\n.*\\n", "\\n[^]*\\n"))
