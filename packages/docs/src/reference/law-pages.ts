import type { Page } from "../page.ts"
import { blocks } from "./markdown.ts"

interface Law {
  readonly id: string
  readonly section: string
  readonly says: string
  /** What enforces it, and which tests hold it. */
  readonly grounds: ReadonlyArray<string>
}

/** Reads the laws of a specification: a paragraph that begins with `**R1** `, and the list below it. */
const lawsIn = (text: string): ReadonlyArray<Law> => {
  const laws: Array<Law & { readonly grounds: Array<string> }> = []
  let section = ""
  let current: (typeof laws)[number] | undefined
  for (const line of text.split("\n")) {
    const [, heading] = /^## (.+)$/.exec(line) ?? []
    const [, id, says] = /^\*\*([A-Z]\d+)\*\* (.+)$/.exec(line) ?? []
    if (heading !== undefined) [section, current] = [heading, undefined]
    else if (id !== undefined) laws.push((current = { id, section, says: says!, grounds: [] }))
    else if (line.startsWith("- ")) current?.grounds.push(line)
    else if (line.trim() !== "") current = undefined
  }
  return laws
}

/** A page for each law, and one that lists them by their section. */
export const lawPages = (text: string, root: string): ReadonlyArray<Page> => {
  const laws = lawsIn(text)
  if (laws.length === 0) return []
  const sections = [...Map.groupBy(laws, ({ section }) => section)]
  const index: Page = {
    path: "laws",
    title: "The laws",
    summary: "What this server promises, with the code that enforces each law and the tests that hold it.",
    part: "Why it is safe",
    markdown: blocks(
      "# The laws",
      "A law is a promise with a number. Its page says where the code enforces it and which tests hold it. Those that can be seen from outside are checks that you can run against your own server.",
      ...sections.flatMap(([section, some]) => [
        `## ${section}`,
        some.map(({ id, says }) => `- [${id}](${root}/laws/${id}): ${says}`).join("\n")
      ])
    )
  }
  return [
    index,
    ...laws.map(({ id, section, says, grounds }, n): Page => ({
      path: `laws/${id}`,
      title: `Law ${id}`,
      label: id,
      summary: says,
      part: "Why it is safe",
      group: section,
      markdown: blocks(`# Law ${id}`, says, grounds.length === 0 ? "" : "## How it is kept", grounds.join("\n")),
      next: laws[n + 1] === undefined ? "laws" : `laws/${laws[n + 1]!.id}`
    }))
  ]
}
