import type { Page } from "../page.ts"
import type { Site } from "../site.ts"

const oneLine = (text: string) => text.replaceAll("\n", " ").trim()

const line = ({ root }: Site, { path, title, summary }: Page): string =>
  `- [${title}](${root}/${path === "" ? "" : `${path}.md`}): ${oneLine(summary)}`

/** What is at `/llms.txt`: the pages by their parts, and those of single operations as optional. Source: llmstxt.org. */
export const llmsText = (
  site: Site,
  discovery: ReadonlyArray<readonly [title: string, path: string, about: string]>
): string => {
  const operations = [...site.pages.values()].filter(({ path }) => path.startsWith("operations/"))
  return `${[
    `# ${site.name}`,
    `> ${oneLine(site.description)}`,
    `Every operation is \`POST ${site.prefix}/api/agent/{operation}\` with a JSON object, a credential in \`authorization: Bearer …\` and the ` +
      "project in `x-project-id`. An error has a hint that says what to do next.",
    ...site.listed.flatMap(([part, pages]) =>
      pages.length === 0 ? [] : [`## ${part}`, pages.map((page) => line(site, page)).join("\n")]
    ),
    "Pages are Markdown behind `.md`, or for `accept: text/markdown`. " +
      `\`${site.root}/search?q=…\` finds pages in the same forms.`,
    "## Discovery",
    discovery.map(([title, path, about]) => `- [${title}](${path}): ${about}`).join("\n"),
    "## Optional",
    operations.map((page) => line(site, page)).join("\n")
  ].join("\n\n")}\n`
}

/** All pages in one text, which a model can be given whole. */
export const llmsFullText = ({ pages }: Site): string =>
  `${[...pages.values()].map(({ markdown }) => markdown.trim()).join("\n\n---\n\n")}\n`
