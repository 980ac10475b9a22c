import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Handler } from "hono"
import { path } from "./paths.ts"
import type { Site } from "./site.ts"

const types = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8", svg: "image/svg+xml" }

const read = (name: string, type: string) => {
  const content = readFileSync(new URL(`../assets/${name}`, import.meta.url))
  return { type, content, version: createHash("sha256").update(content).digest("base64url").slice(0, 16) }
}

const assets = {
  "style.css": read("style.css", types.css),
  "content.css": read("content.css", types.css),
  "console.js": read("console.js", types.js),
  "icon.svg": read("icon.svg", types.svg)
}

/** Where an asset is, under a URL that changes with it. */
export const assetUrl = (site: Pick<Site, "prefix">, name: keyof typeof assets) =>
  `${path(site, "assets", name)}?v=${assets[name].version}`

/** Serves `/assets/:name`. */
export const serveAsset: Handler = (context, next) => {
  const asset = Object.entries(assets).find(([name]) => name === context.req.param("name"))?.[1]
  if (asset === undefined) return next()
  const current = context.req.query("v") === asset.version
  return new Response(asset.content, {
    headers: {
      "content-type": asset.type,
      "cache-control": current ? "public, max-age=31536000, immutable" : "no-cache"
    }
  })
}
