/** Where the links of a text lead that was written for another place. */
export interface Places {
  /** The page of a file, or the place of the file itself, by its path in the repository; undefined where it has none. */
  readonly pageOf: (file: string) => string | undefined
  /** Where a file of the repository can be seen; undefined where that is not known. */
  readonly fileOf: (file: string) => string | undefined
}

/** The path in the repository that a link of a file leads to, whose percent signs may stand for themselves. */
const resolve = (from: string, to: string): string => {
  const { pathname } = new URL(to, `file:///${from.split("/").map(encodeURIComponent).join("/")}`)
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return pathname.slice(1)
  }
}

/** Changes a text outside of its code blocks. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/^( {0,3}(`{3,})[^`\n]*\n[\s\S]*?^ {0,3}\2`*[ \t]*$)/m)
    // Of three parts, the second is a code block, and the third its fence.
    .map((part, n) => (n % 3 === 0 ? change(part) : n % 3 === 1 ? part : ""))
    .join("")

/** A text whose relative links lead to pages, or to the files of the repository. A link that leads nowhere is its text. */
export const withLinks = (text: string, file: string, { pageOf, fileOf }: Places): string =>
  outsideCode(text, (part) =>
    part.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, image: string, label: string, target: string) => {
      if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(target)) return whole
      const [path = "", anchor] = target.split("#")
      const found = resolve(file, path)
      const place = pageOf(found) ?? fileOf(found)
      return place === undefined ? label : `${image}[${label}](${place}${anchor === undefined ? "" : `#${anchor}`})`
    })
  )

/** A page's Markdown whose links lead to the Markdown of other pages: whoever follows them need not ask for it. */
export const withMarkdownLinks = (
  text: string,
  { root, pages }: { readonly root: string; readonly pages: { readonly has: (path: string) => boolean } }
): string =>
  outsideCode(text, (part) =>
    part.replace(/\]\(([^)#\s]+)(#[^)\s]*)?\)/g, (whole, target: string, anchor = "") => {
      const path = target.startsWith(`${root}/`) ? target.slice(root.length + 1) : undefined
      return path === undefined || path === "" || !pages.has(path) ? whole : `](${target}.md${anchor})`
    })
  )
