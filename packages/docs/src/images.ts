import { readdirSync, readFileSync } from "node:fs"
import { extname, join, posix } from "node:path"

/** An image that pages show. */
export interface Image {
  /** Its path in its repository, by which pages name it: `docs/consent.png`. */
  readonly file: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".jpg": "image/jpeg"
}

/**
 * The images of a folder, which its pages show. `root` is the path of the folder in its repository.
 *
 * @example
 * makeDocs({ families, guides: readGuides("docs", "docs"), images: readImages("docs", "docs") })
 */
export const readImages = (directory: string, root = ""): ReadonlyArray<Image> =>
  readdirSync(directory).flatMap((name) => {
    const type = types[extname(name).toLowerCase()]
    if (type === undefined || name.startsWith(".")) return []
    return [{ file: posix.join(root, name), type, bytes: new Uint8Array(readFileSync(join(directory, name))) }]
  })
