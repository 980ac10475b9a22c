import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

interface Sent {
  readonly status: number
  readonly html: string
  readonly location: string | undefined
}

type Headers = Readonly<Record<string, string>>

/** A reverse proxy on this computer. It passes a request on with its own host, or the client's, and headers of its own. */
export const startProxy = async (target: string, keepsHost: boolean, adds: Headers) => {
  const { port, host } = new URL(target)
  const server = createServer((message, response) => {
    const headers = { ...message.headers, ...(keepsHost ? {} : { host }), ...adds }
    const onward = request(
      { host: "127.0.0.1", port, method: message.method, path: message.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }
    )
    onward.on("error", () => response.destroy())
    message.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** Somebody with a program of their own, who sends whatever headers they like and keeps cookies. */
export class Stranger {
  readonly #port: number
  readonly #headers: Headers
  readonly #cookies = new Map<string, string>()

  constructor(port: number, headers: Headers) {
    this.#port = port
    this.#headers = headers
  }

  send(path: string, form?: Readonly<Record<string, string>>): Promise<Sent> {
    const body = form && new URLSearchParams(form).toString()
    const headers = {
      ...this.#headers,
      cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
      ...(body !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length)
      })
    }
    const method = body === undefined ? "GET" : "POST"
    return new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: this.#port, path, method, headers }, (answer) => {
        for (const line of answer.headers["set-cookie"] ?? []) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          this.#cookies.set(name, value)
        }
        let html = ""
        answer.setEncoding("utf8").on("data", (chunk: string) => (html += chunk))
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, html, location: answer.headers.location }))
      })
      sent.on("error", reject).end(body)
    })
  }

  /** Tries to sign in as somebody, by a mail that they find in the outbox; whether they did. */
  async signsInAs(email: string, outbox = "/outbox"): Promise<boolean> {
    await this.send("/sign-in", { email, returnTo: "/account" })
    const { html } = await this.send(outbox)
    const token = /\/sign-in\/link\?token=([\w-]{43})/.exec(html)?.[1] ?? ""
    await this.send("/sign-in/link", { token })
    return (await this.send("/account")).html.includes(email)
  }
}
