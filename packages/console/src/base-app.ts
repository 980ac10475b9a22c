import { Hono } from "hono"
import { getPath } from "hono/utils/url"
import { serveAsset } from "./assets.ts"
import { serveViewFrame } from "./content/sandbox/view-frame.ts"
import { guard } from "./guard.ts"
import { secureHeaders } from "./security.ts"
import type { Site } from "./site.ts"

/** What every console has: the headers of its answers, what each request passes first, and the assets. */
export const baseApp = (site: Site) =>
  // With a slash at the end, as people add one, a page is the same.
  new Hono({ getPath: (request) => getPath(request).slice(site.prefix.length).replace(/\/$/, "") || "/" })
    .use(secureHeaders, ...guard(site))
    .get("/assets/:name", serveViewFrame, serveAsset(site))
