import { once } from "./once.ts"

/** The ways into the documentation, in their order. */
export const parts = ["Start", "Embed", "Operate", "Reference", "Why it is safe"] as const
export type Part = (typeof parts)[number]

/** A page: Markdown, from which every form of it is made. */
export interface Page {
  /** Where it is below the documentation: empty for its first page, such as `operations/get_page_view` for others. */
  readonly path: string
  readonly title: string
  /** What menus call it. Default: its title. */
  readonly label?: string | undefined
  /** One sentence about it, for lists and search. */
  readonly summary: string
  readonly part: Part
  readonly markdown: string
  /** What menus list it under, where there are many: the title of a family, a section of the laws, a stage of operating. */
  readonly group?: string | undefined
  /** The path of the page to read next. */
  readonly next?: string | undefined
}

/** A page whose Markdown is made when somebody reads it: there are hundreds. */
export const lazyPage = (page: Omit<Page, "markdown">, make: () => string): Page => {
  const markdown = once(make)
  return {
    ...page,
    get markdown() {
      return markdown()
    }
  }
}
