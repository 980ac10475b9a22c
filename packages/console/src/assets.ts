import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { accepts } from "hono/accepts"
import type { Handler } from "hono"
import { readAssets } from "./asset-files.ts"
import { path } from "./paths.ts"
import type { Site } from "./site.ts"

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml"
}

const { main, files } = readAssets()

interface Asset {
  readonly type: string
  readonly content: string
  readonly version: string
}

const makeAsset = (name: string, content: string): Asset => {
  const version = createHash("sha256").update(content).digest("base64url").slice(0, 16)
  return { type: types[name.split(".").at(-1)!]!, content, version }
}

const assets: ReadonlyMap<string, Asset> = new Map(
  [...files].map(([name, content]) => [name, makeAsset(name, content)])
)

type Themed = Pick<Site, "theme">

/** What a host's theme adds to the styles, by what it adds. */
const themed = new Map<string, Asset>()

const styleWith = (css: string): Asset => {
  const known = themed.get(css)
  if (known !== undefined) return known
  const made = makeAsset("style.css", assetText("style.css") + css)
  themed.set(css, made)
  return made
}

const assetOf = ({ theme }: Themed, name: string): Asset | undefined =>
  name === "style.css" && theme !== undefined && theme.css !== "" ? styleWith(theme.css) : assets.get(name)

/** Where an asset is, under a URL that changes with it. */
export const assetUrl = (site: Pick<Site, "prefix" | "theme">, name: string) => {
  const asset = assetOf(site, name)
  if (asset === undefined) throw new Error(`There is no asset ${name}.`)
  return `${path(site, "assets", name)}?v=${asset.version}`
}

/** What an asset holds, to be put into a document. */
export const assetText = (name: string): string => {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`There is no asset ${name}.`)
  return asset.content
}

/** Where the browser script of every page is. Scripts are named by their content, since they import each other. */
export const scriptUrl = (site: Pick<Site, "prefix">) => path(site, "assets", main)

const compress = promisify(gzip)
const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** An asset as gzip, which is made when it is first asked for. */
const gzipped = ({ content, version }: Asset) => {
  const known = compressed.get(version)
  if (known !== undefined) return known
  const made = compress(content, { level: 9 })
  compressed.set(version, made)
  return made
}

/** Serves `/assets/:name`. */
export const serveAsset =
  (site: Themed): Handler =>
  async (context, next) => {
    const name = context.req.param("name") ?? ""
    const asset = assetOf(site, name)
    if (asset === undefined) return next()
    const current = name.endsWith(".js") || context.req.query("v") === asset.version
    const encoding = accepts(context, {
      header: "Accept-Encoding",
      supports: ["gzip", "identity"],
      default: "identity"
    })
    return new Response(encoding === "gzip" ? await gzipped(asset) : asset.content, {
      headers: {
        "content-type": asset.type,
        "cache-control": current ? "public, max-age=31536000, immutable" : "no-cache",
        vary: "accept-encoding",
        ...(encoding === "gzip" && { "content-encoding": "gzip" })
      }
    })
  }
