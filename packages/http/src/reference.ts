import { Effect } from "effect"
import { staticFile } from "./internal/static-file.ts"

/**
 * What the page may do: run scripts of its own origin, none that stands in it and none made at run time, and call the
 * server that it came from. No request leaves for another host. The viewer styles its parts one by one.
 */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const settings = {
  _integration: "html",
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: "bearer" },
  // What it has for developers sends the document to its maker's services.
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false
}

// The document is read from beside the page, wherever that is mounted.
const start = `
Scalar.createApiReference("#reference", {
  ...${JSON.stringify(settings)},
  url: new URL("openapi.json", location.href).href
})
`

const pageOf = (viewer: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Agent Operations</title>
    <link rel="icon" href="data:," />
    <script src="${viewer}" defer></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The same as JSON: <a href="openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`

/**
 * The interactive reference: a page, and the viewer that it loads. What the viewer is made from is large, and loaded when
 * one of the two is first asked for.
 */
export const makeReference = Effect.gen(function* () {
  const { viewerScript } = yield* Effect.promise(() => import("./internal/viewer-script.ts"))
  const viewer = staticFile((yield* viewerScript) + start, {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600"
  })
  const page = staticFile(pageOf(`reference/viewer.js?v=${viewer.version}`), {
    "content-type": "text/html; charset=utf-8",
    // Asked for anew each time, so that it never names a viewer that is gone.
    "cache-control": "no-cache",
    "content-security-policy": referencePolicy
  })
  return { page, viewer }
})
