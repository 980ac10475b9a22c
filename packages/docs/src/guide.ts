import type { Page, Part } from "./page.ts"
import { type Places, withLinks } from "./markdown/links.ts"

/** A file of Markdown that becomes a page. */
export interface Guide {
  /** Its path in its repository, which its links are relative to: `docs/deployment.md`. */
  readonly file: string
  readonly path: string
  readonly part: Part
  readonly text: string
  /** What it is called. Default: its first heading. */
  readonly title?: string | undefined
  /** What is said of it in lists. Default: the first sentence of its text. */
  readonly summary?: string | undefined
  /** What menus list it under, within its part. */
  readonly group?: string | undefined
  readonly next?: string | undefined
}

const titleIn = (text: string): string | undefined => /^# (.+)$/m.exec(text)?.[1]?.trim()

/** The first sentence of a text, as one line. */
const summaryIn = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}"[*]|^`[^`]/u.test(block))
    ?.replaceAll("\n", " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .split(/(?<=[.!?]) (?=\p{Lu})/u)[0]!
    .replace(/^(.{200}\S*).*$/s, "$1 …") ?? ""

/** The page that a guide is. */
export const guidePage = ({ file, path, part, text, title, summary, group, next }: Guide, places: Places): Page => ({
  path,
  title: title ?? titleIn(text) ?? path,
  summary: summary ?? summaryIn(text),
  part,
  markdown: withLinks(text, file, places),
  group,
  next
})
