import { escape } from "../escape.ts"
import { type Heading, renderMarkdown } from "../markdown/render.ts"
import type { Page } from "../page.ts"
import { parentOf, siblingsOf, type Site } from "../site.ts"

const link = ({ root }: Site, { path, title }: Page) => `<a href="${escape(`${root}/${path}`)}">${escape(title)}</a>`

const entry = ({ root }: Site, page: Page, current: Page) => {
  const here = page === current ? ' aria-current="page"' : ""
  return `<a href="${escape(`${root}/${page.path}`)}"${here}>${escape(page.label ?? page.title)}</a>`
}

/** The ways into the documentation, each by its first page. */
const ways = (site: Site, current: Page): string =>
  site.listed
    .flatMap(([part, [first]]) => {
      if (first === undefined) return []
      const here = current.path !== "" && current.part === part ? ' aria-current="true"' : ""
      return `<a href="${escape(`${site.root}/${first.path}`)}"${here}>${escape(part)}</a>`
    })
    .join("")

/** A page in a menu; that which the current one is below, with the pages beside the current one. */
const item = (site: Site, page: Page, current: Page): string => {
  const below = page === parentOf(site, current) ? siblingsOf(site, current) : []
  const inner = below.map((one) => `<li>${entry(site, one, current)}</li>`).join("")
  return `<li>${entry(site, page, current)}${inner === "" ? "" : `<ul>${inner}</ul>`}</li>`
}

/** The pages of a part, those of a group below its name. */
const listOf = (site: Site, pages: ReadonlyArray<Page>, current: Page): string =>
  [...Map.groupBy(pages, ({ group }) => group)]
    .map(([group, some]) => {
      const list = `<ul>${some.map((page) => item(site, page, current)).join("")}</ul>`
      return group === undefined ? list : `<h3>${escape(group)}</h3>${list}`
    })
    .join("")

const menu = (site: Site, current: Page): string =>
  site.listed
    .filter(([, pages]) => pages.length > 0)
    .map(([part, pages]) => {
      const open = part === current.part ? " open" : ""
      return `<details${open}><summary>${escape(part)}</summary>${listOf(site, pages, current)}</details>`
    })
    .join("")

/** Where a page is: its part, and the page that it is below. */
const trail = (site: Site, page: Page): string => {
  const parent = parentOf(site, page)
  const above = [
    escape(page.part),
    ...(parent === undefined ? [] : [link(site, parent)]),
    ...(page.group === undefined ? [] : [escape(page.group)])
  ]
  return `<p class="trail">${above.join(' <span aria-hidden="true">/</span> ')}</p>`
}

const nextOf = (site: Site, { next }: Page): string => {
  const page = next === undefined ? undefined : site.pages.get(next)
  return page === undefined ? "" : `<p class="next">Next: ${link(site, page)}</p>`
}

/** From how many headings on a page lists them. */
const fewest = 3

const contents = (headings: ReadonlyArray<Heading>): string =>
  headings.length < fewest
    ? ""
    : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${headings
        .map(({ anchor, text }) => `<li><a href="#${escape(anchor)}">${escape(text)}</a></li>`)
        .join("")}</ul></nav>`

const columns = (site: Site, page: Page): string => {
  const { html, headings } = renderMarkdown(page.markdown, site.sizes)
  const main = (around: readonly [before: string, after: string]) =>
    `<main id="content">\n${around[0]}${html}${around[1]}\n</main>`
  return page.path === ""
    ? `<div class="first">${main(["", ""])}</div>`
    : `<div class="columns">
<nav class="menu" id="menu" aria-label="Documentation">${menu(site, page)}</nav>
${main([trail(site, page), nextOf(site, page)])}
${contents(headings)}
</div>`
}

/** A page as an HTML document. It has no script. */
export const documentOf = (site: Site, page: Page, query = ""): string => {
  const { name, root, links } = site
  const beside = links.map(([label, href]) => `<a href="${escape(href)}">${escape(label)}</a>`).join("")
  const title = page.path === "" ? name : `${page.title} · ${name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<meta name="description" content="${escape(page.summary.slice(0, 160))}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(root)}/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><div><a class="home" href="${escape(root)}/">${escape(name)}</a>
${page.path === "" ? "" : '<a class="to-menu" href="#menu">Menu</a>'}
<nav class="ways" aria-label="Parts">${ways(site, page)}</nav>
<form action="${escape(root)}/search" role="search"><input type="search" name="q" maxlength="200" aria-label="Search the documentation" placeholder="Search" value="${escape(query)}"><button>Search</button></form>${beside === "" ? "" : `<nav class="links" aria-label="This server">${beside}</nav>`}</div></header>
${columns(site, page)}
</body>
</html>
`
}
