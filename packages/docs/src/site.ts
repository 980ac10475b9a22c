import { errorsOf, type Family, operationsOf } from "@agent-operations/contract"
import { codes } from "@agent-operations/error-envelope"
import { type Guide, guidePage } from "./guide.ts"
import { type Asset, type Size, sizesOf } from "./assets.ts"
import { defaultName } from "./name.ts"
import { type Page, type Part, parts } from "./page.ts"
import { errorPage, errorsPage } from "./reference/error-page.ts"
import { fieldPages } from "./reference/fields-page.ts"
import { lawPages } from "./reference/law-pages.ts"
import { blocks } from "./reference/markdown.ts"
import type { OperationSetting } from "./reference/example-calls.ts"
import { operationPage } from "./reference/operation-page.ts"
import { operationsPage } from "./reference/operations-page.ts"
import { scopePages } from "./reference/scope-pages.ts"

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
  /** Files of the repository that pages of the reference stand for, by their paths: `{ "SPEC.md": "laws" }`. */
  readonly files?: Readonly<Record<string, string>> | undefined
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
  /** The sizes of images, by their addresses. */
  readonly sizes: ReadonlyMap<string, Size>
  /** The pages that menus list, by part. One below another page, such as that of one operation, is listed by that page. */
  readonly listed: ReadonlyArray<readonly [Part, ReadonlyArray<Page>]>
}

const pathAbove = (pages: Site["pages"], path: string): string | undefined => {
  const above = path.slice(0, Math.max(0, path.lastIndexOf("/")))
  return above === "" || pages.has(above) ? above || undefined : pathAbove(pages, above)
}

/** The page that another one is below: `operations` of `operations/get_page_view`. */
export const parentOf = ({ pages }: Pick<Site, "pages">, { path }: Page): Page | undefined => {
  const above = pathAbove(pages, path)
  return above === undefined ? undefined : pages.get(above)
}

/** The pages that are below the same page as another, in the same group. */
export const siblingsOf = (site: Pick<Site, "pages">, page: Page): ReadonlyArray<Page> => {
  const parent = parentOf(site, page)
  return parent === undefined
    ? []
    : [...site.pages.values()].filter((one) => one.group === page.group && parentOf(site, one) === parent)
}

const defaultDescription = "Shared, revision-controlled definitions, served safely to people, programs and AI agents."

/** Where a file of the repository is, below the documentation. */
export const assetPath = (file: string): string => `assets/${file.split("/").map(encodeURIComponent).join("/")}`

const firstPage = (
  { name, description, root, listed }: Pick<Site, "name" | "description" | "root" | "listed">,
  beginning: string | undefined
): Page => ({
  path: "",
  title: name,
  summary: description,
  part: "Start",
  markdown: blocks(
    ...(beginning === undefined ? [`# ${name}`, description] : [beginning.trim()]),
    ...listed.flatMap(([part, pages]) => {
      const list = pages.map(({ path, title, summary }) => `- [${title}](${root}/${path})  \n  ${summary}`).join("\n")
      return pages.length === 0 ? [] : [`## ${part}`, list]
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
  const setting: OperationSetting = { root, prefix, baseUrl: `${origin}${prefix}`, program }
  const byPath = new Map((options.guides ?? []).map((guide) => [guide.path, guide]))
  const guides = [...byPath.values()]
  const byFile = new Map([
    ...Object.entries(options.files ?? {}).map(([file, path]) => [file, `${root}/${path}`] as const),
    ...guides.map(({ file, path }) => [file, `${root}/${path}`] as const),
    ...assets.map(({ file }) => [file, `${root}/${assetPath(file)}`] as const)
  ])
  const places = {
    pageOf: (file: string) => byFile.get(file),
    fileOf: (file: string) => (repository === undefined ? undefined : new URL(file, repository).href)
  }
  const served = operationsOf(families)
  const answered = codes.filter((code) => served.some((one) => (errorsOf(one) as ReadonlyArray<string>).includes(code)))
  const [inReference = [], others = []] = [true, false].map((isReference) =>
    guides
      .filter(({ path, part }) => path !== "" && (part === "Reference") === isReference)
      .map((guide) => guidePage(guide, places))
  )
  const rest = [
    ...others,
    operationsPage(families, setting),
    errorsPage(answered, root),
    ...scopePages(families, root),
    ...fieldPages(families),
    ...inReference,
    ...lawPages(laws, root),
    ...families.flatMap((family) =>
      Object.entries(family.operations).map(([method, operation]) => operationPage(family, method, operation, setting))
    ),
    ...answered.map((code) => errorPage(code, answered, families, root))
  ]
  const pages = new Map<string, Page>()
  const add = (page: Page) => {
    if (pages.has(page.path)) throw new TypeError(`Two pages have the path ${JSON.stringify(page.path)}.`)
    pages.set(page.path, page)
  }
  for (const page of rest) add(page)
  const top = rest.filter((page) => parentOf({ pages }, page) === undefined)
  const listed = parts.map((part) => [part, top.filter((page) => page.part === part)] as const)
  const first = byPath.get("")
  add(firstPage({ name, description, root, listed }, first && guidePage(first, places).markdown))
  const sizes = sizesOf(assets, ({ file }) => `${root}/${assetPath(file)}`)
  return { name, description, origin, prefix, root, links, pages, sizes, listed }
}
