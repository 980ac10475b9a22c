import { waitUntil } from "@agent-operations/testing/wait-until"

interface Answer {
  readonly status: number
  readonly url: string
  readonly html: string
  /** Where a redirect leads that leaves the server. */
  readonly location: string | undefined
}

const unescape = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")

/** Somebody with a browser that has no scripts: it keeps cookies and follows redirects within the server. */
export class Person {
  readonly #base: string
  readonly #cookies = new Map<string, string>()

  /** `base` is where the server is reached: `http://127.0.0.1:4400/ops`. */
  constructor(base: string) {
    this.#base = base
  }

  /** What it sends of itself with every request. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const { cookie } = this
    const response = await fetch(url, { redirect: "manual", ...init, headers: { cookie, ...init.headers } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "" || /max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  async #follow(url: string, init: RequestInit = {}): Promise<Answer> {
    const response = await this.#send(url, init)
    const to = response.headers.get("location")
    if (to !== null) {
      const location = new URL(to, url).href
      return location.startsWith(`${this.#base}/`)
        ? this.#follow(location)
        : { status: response.status, url, html: "", location }
    }
    return { status: response.status, url, html: await response.text(), location: undefined }
  }

  /** The address of a path of the server's; an address that it gave stays. */
  #at(path: string): string {
    return path.startsWith("/") ? this.#base + path : path
  }

  open(path: string): Promise<Answer> {
    return this.#follow(this.#at(path))
  }

  /** Sends a form, as the page that it is on would. */
  submit(path: string, fields: Readonly<Record<string, string | ReadonlyArray<string>>>): Promise<Answer> {
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value)
    const url = this.#at(path)
    return this.#follow(url, { method: "POST", body, headers: { origin: new URL(url).origin } })
  }

  /** The newest link that was mailed to somebody. */
  #link(email: string): Promise<string> {
    return waitUntil(`a mail to ${email}`, async () => {
      const { html } = await this.open("/outbox")
      const [mail = ""] = unescape(html).split("/sign-in/link?token=").slice(1)
      return html.includes(email) ? (/^[\w-]{43}/.exec(mail)?.[0] ?? "") : ""
    })
  }

  /** Signs in by a mailed link. */
  async signIn(email: string): Promise<Answer> {
    await this.submit("/sign-in", { email, returnTo: "/" })
    return this.submit("/sign-in/link", { token: await this.#link(email) })
  }

  /** Opens what a program sent them to, chooses a project, or the first, and allows all; where the program is told of it. */
  async allow(authorizationUrl: string, projectId = ""): Promise<string> {
    const page = await this.#follow(authorizationUrl)
    const targets = [...page.html.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => unescape(value!))
    const scopes = [...page.html.matchAll(/name="scopes"[^>]*value="([^"]+)"/g)].map(([, value]) => value!)
    const query = new URL(page.url).search
    const { location, html } = await this.submit(`/consent${query}`, {
      target: targets.find((target) => target.endsWith(projectId)) ?? "",
      scopes,
      decision: "allow"
    })
    if (location === undefined) throw new Error(`The consent led nowhere: ${page.url} ${html}`)
    return location
  }
}
