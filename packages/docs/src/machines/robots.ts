import { escape } from "../escape.ts"
import type { Site } from "../site.ts"

/** What is at `/robots.txt`: everything may be read. */
export const robotsText = (sitemap: string): string => `User-agent: *\nAllow: /\nSitemap: ${sitemap}\n`

/** What is at `/sitemap.xml`: every page by its whole address. Source: sitemaps.org, protocol 0.9. */
export const sitemapText = ({ origin, root, pages }: Site): string => {
  const addresses = [...pages.keys()].map((path) => escape(`${origin}${root}/${path}`))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `<url><loc>${address}</loc></url>`).join("\n")}
</urlset>
`
}
