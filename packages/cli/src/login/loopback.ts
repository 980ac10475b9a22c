import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** The address that the browser ended at, and how the person who looks at it is told what came of it. */
export interface Arrival {
  readonly ended: URL
  readonly tell: (message: string) => Promise<void>
}

const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (message: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Agent Operations</title>` +
  `<meta name="color-scheme" content="light dark"><p>${escaped(message)}</p><p>You may close this page.</p></html>`

const show = (response: ServerResponse, status: number, message: string) =>
  new Promise<void>((resolve) => {
    response.once("close", resolve)
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close"
    })
    response.end(page(message))
  })

/**
 * Listens on this computer, at a port that is free, for the browser that comes back with a state. What comes with another
 * one is told so, and the wait goes on.
 */
export const listenOnLoopback = async (state: string) => {
  const { promise: arrived, resolve } = Promise.withResolvers<Arrival>()
  const server = createServer((request, response) => {
    // Any page and program of this computer can call it, with what is no URL, too.
    const ended = URL.parse(request.url ?? "", "http://127.0.0.1")
    if (request.method !== "GET" || ended?.pathname !== "/callback") {
      return void show(response, 404, "Nothing is here.")
    }
    if (ended.searchParams.get("state") !== state) {
      return void show(response, 400, "This is of another sign-in. Go on where you began the newest one.")
    }
    resolve({ ended, tell: (message) => show(response, 200, message) })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    arrived,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
