import { readdirSync, readFileSync } from "node:fs"
import { extname, join, posix } from "node:path"
import { imageSize } from "image-size"

/** A file that pages show or lead to: an image, or data to take away. */
export interface Asset {
  /** Its path in its repository, by which pages name it: `docs/consent.png`. */
  readonly file: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".json": "application/json"
}

/**
 * The files of a folder that its pages show or lead to. `root` is the path of the folder in its repository.
 *
 * @example
 * makeDocs({ families, guides: readGuides("docs", "docs"), assets: readAssets("docs", "docs") })
 */
export const readAssets = (directory: string, root = ""): ReadonlyArray<Asset> =>
  readdirSync(directory).flatMap((name) => {
    const type = types[extname(name).toLowerCase()]
    if (type === undefined || name.startsWith(".") || name === "pages.json") return []
    return [{ file: posix.join(root, name), type, bytes: new Uint8Array(readFileSync(join(directory, name))) }]
  })

/** The size of an image, in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const sizeOf = (bytes: Uint8Array): Size | undefined => {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}

/** The sizes of the images among some files, by where they are; one that can't be read has none. */
export const sizesOf = (assets: ReadonlyArray<Asset>, placeOf: (asset: Asset) => string): ReadonlyMap<string, Size> =>
  new Map(
    assets.flatMap((asset) => {
      const size = asset.type.startsWith("image/") ? sizeOf(asset.bytes) : undefined
      return size === undefined ? [] : [[placeOf(asset), size] as const]
    })
  )
