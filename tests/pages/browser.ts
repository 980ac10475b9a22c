import { BrowserSessions } from "@agent-operations/identity"
import { type Context, Effect } from "effect"
import { assert } from "vitest"
import type { consoleHandler } from "@agent-operations/console"
import { Shown } from "./content.kit.ts"

type Handler = ReturnType<typeof consoleHandler>
type Fields = Readonly<Record<string, string | ReadonlyArray<string>>>

/** What a response was, with its headers. */
export class Answer extends Shown {
  readonly headers: Headers

  constructor(response: Response, html: string, path: string) {
    super(response.status, html, path, response.headers.get("location"))
    this.headers = response.headers
  }

  /** The same page with other content. */
  withMain(content: string): Shown {
    return new Shown(this.status, `<main>${content}</main>`, this.path, this.location)
  }
}

/** A browser without scripts: it keeps cookies, and sends the forms that it is shown. */
export class Browser {
  readonly #handler: Handler
  readonly #origin: string
  readonly #address: string
  readonly cookies = new Map<string, string>()

  constructor(handler: Handler, origin: string, address: string) {
    this.#handler = handler
    this.#origin = origin
    this.#address = address
  }

  get headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    return { host: new URL(this.#origin).host, ...(cookie !== "" && { cookie }) }
  }

  /** Is signed in as another browser is. */
  as({ cookies }: Pick<Browser, "cookies">): this {
    for (const [name, value] of cookies) this.cookies.set(name, value)
    return this
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...this.headers, ...(init.headers as Record<string, string>) }
    const request = new Request(this.#origin + path, { ...init, headers })
    const response = (await this.#handler(request, this.#address)) ?? assert.fail(`${path} is none of the console's`)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return new Answer(response, await response.text(), path)
  }

  async get(path: string, status = 200): Promise<Answer> {
    const answer = await this.send(path)
    assert.strictEqual(answer.status, status, `${path}: ${answer.text}`)
    return answer
  }

  /** Posts fields as a page of the console would. */
  post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) {
      for (const value of typeof values === "string" ? [values] : values) body.append(name, value)
    }
    return this.send(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } })
  }

  /** Asks for a page as a form of the console would. */
  ask(path: string, fields: Fields): Promise<Answer> {
    const query = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) {
      for (const value of typeof values === "string" ? [values] : values) query.append(name, value)
    }
    return this.send(`${path.replace(/#.*$/, "")}?${query}`)
  }

  /** Sends the form of a page, with what was typed. */
  press(page: Answer, typed: Fields = {}): Promise<Answer> {
    const { action, fields } = page.form()
    return this.post(action, { ...fields, ...typed })
  }

  /** Sends the form of a page that leads to another page of the console, and opens that. */
  async submit(page: Answer, typed: Fields = {}): Promise<Answer> {
    let answer = await this.press(page, typed)
    assert.strictEqual(answer.status, 303, answer.text)
    for (let hops = 0; answer.status === 303 && hops < 3; hops++) answer = await this.send(answer.location ?? "")
    return answer
  }

  /** Who is signed in. */
  async userId(services: Context.Context<BrowserSessions>) {
    const session = await Effect.runPromiseWith(services)(
      BrowserSessions.use((sessions) => sessions.current(new Headers(this.headers)))
    )
    const { id: userId, name, email } = session?.user ?? assert.fail("nobody is signed in")
    return { userId, name, email }
  }
}
