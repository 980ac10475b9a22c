import { html } from "./html/html.ts"
import { render } from "./page-handler.ts"
import { withSecureHeaders } from "./security.ts"

const page = {
  status: 403,
  failed: true,
  title: "Only available on this server's own computer",
  body: html`<p>
      This server is set up for development: it shows all mail to whoever is on its computer, so that they can sign in
      as anybody. It answers only browsers on that computer, and no proxy.
    </p>
    <p>
      To let other people in, its operator sets <code>PUBLIC_URL</code>, <code>SMTP_URL</code> and
      <code>OWNER_EMAIL</code>.
    </p>`
}

/** The page for other computers while the server's mail goes to its outbox. `prefix` is that of its pages: `/ops`. */
export const developmentOnly = (request: Request, requestId: string, prefix = ""): Response =>
  withSecureHeaders(
    render(page, {
      site: { name: "Agent Operations", origin: new URL(request.url).origin, prefix, sections: [], hasTraces: false },
      url: new URL(request.url),
      session: undefined,
      requestId
    })
  )
