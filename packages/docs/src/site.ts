import type { Family, Operation } from "@agent-operations/contract"
import { codes } from "@agent-operations/error-envelope"
import { type Guide, guidePage } from "./guide.ts"
import type { Asset } from "./assets.ts"
import { defaultName } from "./name.ts"
import { type Page, type Part, parts } from "./page.ts"
import { errorPage } from "./reference/error-page.ts"
import { fieldPages } from "./reference/fields-page.ts"
import { errorsPage, operationsPage, scopesPage } from "./reference/index-pages.ts"
import { lawPages } from "./reference/law-pages.ts"
import { blocks } from "./reference/markdown.ts"
import { operationPage, type OperationSetting } from "./reference/operation-page.ts"

/** What the documentation is made of. */
export interface SiteOptions {
  /** The families that are served. */
  readonly families: ReadonlyArray<Family.Any>
  /** What the product is called. Default: "Agent Operations". */
  readonly name?: string | undefined
  /** What it is, in one sentence. */
  readonly description?: string | undefined
  /** The origin at which the server is reached, as examples and the sitemap name it: `https://ops.acme.example`. */
  readonly origin?: string | undefined
  /** Below which path of the origin everything is: `/ops`. Default: none. */
  readonly prefix?: string | undefined
  /** The path of the documentation below the prefix. Default: `/docs`. */
  readonly path?: string | undefined
  /** The name of the command line, where operations have commands. */
  readonly program?: string | undefined
  /** Of two of one path the later counts. The one of the empty path is the beginning of the first page. */
  readonly guides?: ReadonlyArray<Guide> | undefined
  readonly assets?: ReadonlyArray<Asset> | undefined
  /** What the top of each page leads to beside: `[["Sign in", "/sign-in"]]`. */
  readonly links?: ReadonlyArray<readonly [title: string, href: string]> | undefined
  /** The text of the laws, as SPEC.md has it. */
  readonly laws?: string | undefined
  /** Where files of the repository can be seen: `https://github.com/acme/ops/blob/main/`. */
  readonly repository?: string | undefined
}

/** All pages, by their paths, in their order. */
export interface Site {
  readonly name: string
  readonly description: string
  readonly origin: string
  readonly prefix: string
  /** The path of the documentation, from the origin. */
  readonly root: string
  readonly links: ReadonlyArray<readonly [title: string, href: string]>
  readonly pages: ReadonlyMap<string, Page>
  /** The pages that menus list: those of one operation, error or law are listed by another page. */
  readonly listed: ReadonlyArray<readonly [Part, ReadonlyArray<Page>]>
}

const defaultDescription = "Shared, revision-controlled definitions, served safely to people, programs and AI agents."

const isOfOne = ({ path }: Page) => /^(?:operations|errors|laws)\//.test(path)

/** Where a file of the repository is, below the documentation. */
export const assetPath = (file: string): string => `assets/${file.split("/").map(encodeURIComponent).join("/")}`

const firstPage = (
  { name, description, root }: Pick<Site, "name" | "description" | "root">,
  pages: ReadonlyArray<Page>,
  beginning: string | undefined
): Page => ({
  path: "",
  title: name,
  summary: description,
  part: "Start",
  markdown: blocks(
    ...(beginning === undefined ? [`# ${name}`, description] : [beginning]),
    ...parts.flatMap((part) => {
      const some = pages.filter((page) => page.part === part && !isOfOne(page))
      const list = some.map(({ path, title, summary }) => `- [${title}](${root}/${path}): ${summary}`).join("\n")
      return some.length === 0 ? [] : [`## ${part}`, list]
    })
  )
})

const withoutSlash = (path: string) => path.replace(/\/+$/, "")

/** Puts the pages together. A guide at the path of another page is a `TypeError`. */
export const makeSite = (options: SiteOptions): Site => {
  const { families, name = defaultName, description = defaultDescription, laws = "", links = [] } = options
  const { origin = "https://ops.example.com", program, repository, assets = [] } = options
  const prefix = withoutSlash(options.prefix ?? "")
  const root = `${prefix}${withoutSlash(options.path ?? "/docs")}`
  const setting: OperationSetting = { root, baseUrl: `${origin}${prefix}`, program }
  const byPath = new Map((options.guides ?? []).map((guide) => [guide.path, guide]))
  const guides = [...byPath.values()]
  const byFile = new Map([
    ...guides.map(({ file, path }) => [file, `${root}/${path}`] as const),
    ...assets.map(({ file }) => [file, `${root}/${assetPath(file)}`] as const)
  ])
  const places = {
    pageOf: (file: string) => byFile.get(file) ?? (file === "SPEC.md" && laws !== "" ? `${root}/laws` : undefined),
    fileOf: (file: string) => (repository === undefined ? undefined : new URL(file, repository).href)
  }
  const operations = families.flatMap((family) => Object.values(family.operations) as ReadonlyArray<Operation.Any>)
  const rest = [
    ...guides.filter(({ path }) => path !== "").map((guide) => guidePage(guide, places)),
    operationsPage(families, root),
    errorsPage(root),
    scopesPage(families, root),
    ...fieldPages(families),
    ...lawPages(laws, root),
    ...families.flatMap((family) =>
      Object.entries(family.operations).map(([method, operation]) => operationPage(family, method, operation, setting))
    ),
    ...codes.map((code) => errorPage(code, operations, root))
  ]
  const pages = new Map<string, Page>()
  const first = byPath.get("")
  const beginning = first && guidePage(first, places).markdown
  for (const page of [firstPage({ name, description, root }, rest, beginning), ...rest]) {
    if (pages.has(page.path)) throw new TypeError(`Two pages have the path ${JSON.stringify(page.path)}.`)
    pages.set(page.path, page)
  }
  return {
    name,
    description,
    origin,
    prefix,
    root,
    links,
    pages,
    listed: parts.map((part) => [part, rest.filter((page) => page.part === part && !isOfOne(page))] as const)
  }
}
