import { escape } from "../escape.ts"
import { renderMarkdown } from "../markdown/render.ts"
import type { Page } from "../page.ts"
import type { Site } from "../site.ts"

const menu = ({ root, listed }: Site, current: string): string =>
  listed
    .filter(([, pages]) => pages.length > 0)
    .map(([part, pages]) => {
      const items = pages.map(({ path, title }) => {
        const here = path === current ? ' aria-current="page"' : ""
        return `<li><a href="${escape(`${root}/${path}`)}"${here}>${escape(title)}</a></li>`
      })
      return `<h2>${escape(part)}</h2><ul>${items.join("")}</ul>`
    })
    .join("")

const nextOf = ({ root, pages }: Site, { next }: Page): string => {
  const page = next === undefined ? undefined : pages.get(next)
  return page === undefined
    ? ""
    : `<p class="next">Next: <a href="${escape(`${root}/${page.path}`)}">${escape(page.title)}</a></p>`
}

/** A page as an HTML document. It has no script. */
export const documentOf = (site: Site, page: Page, query = ""): string => {
  const { name, root, links } = site
  const beside = links.map(([label, href]) => `<a href="${escape(href)}">${escape(label)}</a>`).join(" ")
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
<header><a class="home" href="${escape(root)}/">${escape(name)}</a>
<form action="${escape(root)}/search" role="search"><label>Search <input type="search" name="q" maxlength="200" value="${escape(query)}"></label> <button>Search</button></form>${beside === "" ? "" : `<p>${beside}</p>`}</header>
<div class="columns">
<nav aria-label="Documentation">${menu(site, page.path)}</nav>
<main id="content">
${renderMarkdown(page.markdown)}${nextOf(site, page)}
</main>
</div>
</body>
</html>
`
}
