import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import type { Guide } from "./guide.ts"
import { type Part, parts } from "./page.ts"

/** What a folder's `pages.json` says of a file, in the order of the menu. */
interface Entry {
  readonly file: string
  readonly path: string
  readonly part: Part
  readonly title?: string
  readonly summary?: string
  readonly group?: string
  readonly next?: string
}

/** The largest file that becomes a page, in bytes. */
const largest = 1024 * 1024

const entriesIn = (directory: string): ReadonlyArray<Entry> => {
  let text: string
  try {
    text = readFileSync(join(directory, "pages.json"), "utf8")
  } catch {
    return []
  }
  const entries = JSON.parse(text) as ReadonlyArray<Entry>
  const wrong = entries.find(({ part }) => !parts.includes(part))
  if (wrong !== undefined) {
    throw new TypeError(`pages.json of ${directory}: the part of ${wrong.file} is none of ${parts.join(", ")}.`)
  }
  return entries
}

/** A path of letters, digits and hyphens. `index.md` is the beginning of the first page. */
const pathOf = (file: string) => {
  const path = file
    .slice(0, -3)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
  return path === "index" ? "" : path
}

/**
 * The Markdown files of a folder as guides: in the order, at the paths and in the parts that its `pages.json` tells, or else
 * by their names, below "Start". `root` is the path of the folder in its repository, which links are relative to.
 *
 * @example
 * makeDocs({ families, guides: readGuides("pages") })
 */
export const readGuides = (directory: string, root = ""): ReadonlyArray<Guide> => {
  const told = entriesIn(directory)
  const files = readdirSync(directory).filter((file) => /^[^.].*\.md$/i.test(file))
  const others = told.length > 0 ? [] : files.sort().map((file): Entry => ({ file, path: pathOf(file), part: "Start" }))
  return [...told, ...others].flatMap(({ file, ...entry }) => {
    const path = join(directory, file)
    if (statSync(path).size > largest) throw new TypeError(`${path} is larger than 1 MiB: split it into pages.`)
    return [{ ...entry, file: posix.join(root, file), text: readFileSync(path, "utf8").replace(/^\uFEFF/, "") }]
  })
}
