import { runSteps } from "@agent-operations/operations"
import { type Answered, answer, type Asked, type Body, bodyOf, notAllowed } from "./http/answer.ts"
import { type Form, formFor } from "./http/negotiate.ts"
import { documentOf } from "./look/document.ts"
import { stylesheet } from "./look/stylesheet.ts"
import { once } from "./once.ts"
import { llmsFullText, llmsText } from "./machines/llms.ts"
import { robotsText, sitemapText } from "./machines/robots.ts"
import { httpSkill, skillIndex, skillNameOf, skillPath, skillsIndexPath } from "./machines/skill.ts"
import type { Page } from "./page.ts"
import { withMarkdownLinks } from "./markdown/links.ts"
import { blocks, code } from "./reference/markdown.ts"
import { makeSearch } from "./search.ts"
import { assetPath, makeSite, type SiteOptions } from "./site.ts"

/** The settings of the documentation. */
export interface DocsOptions extends SiteOptions {
  /** Where the documents of the server are, for agents: a title, a path, and what is there. */
  readonly discovery?: ReadonlyArray<readonly [title: string, path: string, about: string]> | undefined
}

/** Answers what is asked, by steps; undefined where a path is none of the documentation. */
export type AnswerDocs = (asked: Asked) => Generator<void, Answered | undefined>

const plain = "text/plain; charset=utf-8"
const markdownType = "text/markdown; charset=utf-8"

const discoveryAt = (prefix: string) =>
  [
    ["OpenAPI", `${prefix}/openapi.json`, "Every operation as an OpenAPI 3.1.1 document."],
    ["MCP", `${prefix}/api/mcp`, "The same operations as tools of the Model Context Protocol."],
    ["Skill", `${prefix}${skillsIndexPath}`, "How to read and to change, for coding agents."],
    ["Everything", `${prefix}/llms-full.txt`, "All pages in one file."]
  ] as const

/** A path that was asked for, decoded as far as it can be. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The documentation as one function of what is asked, for servers that have no `Request`. Each page is made once. */
export const makeAnswerDocs = (options: DocsOptions): AnswerDocs => {
  const site = makeSite(options)
  const { prefix, root, pages } = site
  const search = makeSearch(site)
  const { discovery = discoveryAt(prefix), assets = [] } = options
  const fromRobots = `${site.origin}${prefix}/sitemap.xml`

  const ofSkills = [
    [skillsIndexPath, once(() => bodyOf("application/json", JSON.stringify(skillIndex([httpSkill(site)], prefix))))],
    [skillPath(skillNameOf(site.name)), once(() => bodyOf(markdownType, httpSkill(site).text))]
  ] as const
  const files = new Map<string, () => Body>([
    [`${root}/style.css`, once(() => bodyOf("text/css; charset=utf-8", stylesheet))],
    [`${prefix}/llms.txt`, once(() => bodyOf(markdownType, llmsText(site, discovery)))],
    [`${prefix}/llms-full.txt`, once(() => bodyOf(markdownType, llmsFullText(site)))],
    [`${prefix}/sitemap.xml`, once(() => bodyOf("application/xml; charset=utf-8", sitemapText(site)))],
    ["/robots.txt", once(() => bodyOf(plain, robotsText(fromRobots)))],
    ...ofSkills,
    ...ofSkills.map(([path, body]) => [`${prefix}${path}`, body] as const),
    ...assets.map(
      ({ file, type, bytes }) =>
        [
          `${root}/${assetPath(file)}`,
          // An image of vectors that is opened by itself is styled by itself.
          once(() =>
            bodyOf(type, bytes, { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" })
          )
        ] as const
    )
  ])

  const linkOf = (path: string) =>
    `<${root}/${path === "" ? "index" : path}.md>; rel="alternate"; type="text/markdown", <${prefix}/llms.txt>; rel="llms-txt"`

  const made = (page: Page, form: Form, headers: Readonly<Record<string, string>> = {}, query?: string): Body =>
    form === "markdown"
      ? bodyOf(markdownType, `${withMarkdownLinks(page.markdown.trim(), site)}\n`, headers)
      : bodyOf("text/html; charset=utf-8", documentOf(site, page, query), headers)

  const rendered = new Map<string, Body>()
  const pageBody = (page: Page, form: Form): Body => {
    const key = `${form} ${page.path}`
    let body = rendered.get(key)
    if (body === undefined) rendered.set(key, (body = made(page, form, { link: linkOf(page.path) })))
    return body
  }

  const listOf = (found: ReadonlyArray<Page>) =>
    found.map(({ path, title, summary }) => `- [${title}](${root}/${path}): ${summary}`).join("\n")

  function* searchPage(query: string): Generator<void, Page> {
    const found = query.trim() === "" ? [] : yield* search(query)
    const said = query.trim() === "" ? "Type what you look for." : "Nothing was found."
    return {
      path: "search",
      title: "Search",
      summary: "Pages that have some words.",
      part: "Reference",
      markdown: blocks("# Search", found.length === 0 ? said : listOf(found))
    }
  }

  function* missing(path: string): Generator<void, Page> {
    const nearest = yield* search(path.replaceAll(/[^\p{L}\p{N}]+/gu, " "), 5)
    return {
      path: "missing",
      title: "There is no such page",
      summary: "There is no such page.",
      part: "Reference",
      markdown: blocks(
        "# There is no such page",
        `There is nothing at ${code(path.replaceAll(/[`\n\r]/g, "").slice(0, 200))}.`,
        "The nearest pages:",
        listOf([...nearest, pages.get("")!])
      )
    }
  }

  return function* (asked) {
    const { method, path } = asked
    const file = files.get(path)
    const isFirst = path === `${prefix}/` || (path === prefix && prefix !== "")
    if (file === undefined && !isFirst && path !== root && !path.startsWith(`${root}/`)) return undefined
    if (method !== "GET" && method !== "HEAD") return notAllowed
    if (file !== undefined) return answer(asked, file())

    const name = isFirst ? "" : decoded(path.slice(root.length).replace(/^\//, "").replace(/\/$/, ""))
    const isMarkdown = name.endsWith(".md")
    const wanted = isMarkdown ? name.slice(0, -3) : name
    const form = isMarkdown ? "markdown" : formFor(asked.header("accept"))
    if (wanted === "search") {
      const query = new URLSearchParams(asked.query).get("q") ?? ""
      return answer(asked, made(yield* searchPage(query), form, {}, query))
    }
    const page = pages.get(wanted) ?? (isMarkdown && wanted === "index" ? pages.get("") : undefined)
    return page === undefined
      ? { ...made(yield* missing(path), form).whole, status: 404 }
      : answer(asked, pageBody(page, form))
  }
}

/** Answers requests for documentation; undefined where a path is none of it. */
export type DocsHandler = (request: Request) => Response | undefined

/**
 * The documentation of the families that a server has: as HTML for people and as Markdown for agents, by what a request
 * accepts or by `.md` behind a path. Its first page is also at the path of the server itself, for whoever mounts it there.
 *
 * @example
 * const docs = makeDocs({ families: [pageViews, customFields] })
 * const response = docs(new Request("http://localhost/docs/operations/get_page_view.md"))
 */
export const makeDocs = (options: DocsOptions): DocsHandler => {
  const answerDocs = makeAnswerDocs(options)
  return (request) => {
    const { method, headers, url } = request
    const { pathname, search } = new URL(url)
    const header = (name: string) => headers.get(name) ?? undefined
    const answered = runSteps(answerDocs({ method, path: pathname, query: search.slice(1), header }))
    if (answered === undefined) return undefined
    const { status, body } = answered
    const length = status === 304 ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const hasBody = status !== 304 && method !== "HEAD"
    return new Response(hasBody ? body : null, { status, headers: { ...answered.headers, ...length } })
  }
}
