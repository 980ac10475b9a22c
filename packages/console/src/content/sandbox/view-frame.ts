import { createHash } from "node:crypto"
import type { Handler } from "hono"
import { assetText } from "../../assets.ts"
import { path } from "../../paths.ts"
import type { Site } from "../../site.ts"

const name = "view-frame.html"

/** A script in a document must not end it. */
const within = (script: string) => script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")

const make = () => {
  const script = within(assetText("view-frame.js"))
  const document = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Page view</title><meta name="color-scheme" content="light dark"></head>
<body><div id="root"></div>
<script type="text/plain" id="worker">${within(assetText("view-worker.js"))}</script>
<script type="module">${script}</script>
</body>
</html>
`
  const hash = createHash("sha256").update(script).digest("base64")
  const policy = [
    "default-src 'none'",
    // The one script of the document. A worker that it starts has the same policy, and so can load and evaluate nothing.
    `script-src 'sha256-${hash}'`,
    "worker-src blob:",
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // So that opening it by its address is as harmless.
    "sandbox allow-scripts"
  ].join("; ")
  return { document, policy, version: createHash("sha256").update(document).digest("base64url").slice(0, 16) }
}

let made: ReturnType<typeof make> | undefined
const frame = () => (made ??= make())

/** Where the document is in which React page views run, under a URL that changes with it. */
export const frameUrl = (site: Pick<Site, "prefix">) => `${path(site, "assets", name)}?v=${frame().version}`

/** The same as a source of a policy: nothing but this document may be in a frame of a page that has views. */
export const frameSource = (site: Pick<Site, "origin" | "prefix">) => site.origin + path(site, "assets", name)

/** Serves the document. It holds nothing of anybody's: a page gives it what it shows. */
export const serveViewFrame: Handler = (context, next) => {
  if (context.req.param("name") !== name) return next()
  const { document, policy, version } = frame()
  const current = context.req.query("v") === version
  return context.body(document, 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-dns-prefetch-control": "off",
    "cache-control": current ? "public, max-age=31536000, immutable" : "no-cache"
  })
}
