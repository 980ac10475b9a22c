import { request as overTcp } from "node:http"
import { request as overTls } from "node:https"
import { buffer } from "node:stream/consumers"
import type { Received, Sent } from "./transport.ts"

/**
 * Sends header lines as they are, of which several may have one name, where `fetch` makes one of them. Each request has a
 * connection of its own.
 */
export const sendLines = async (
  url: string,
  { method = "POST", headers = {}, lines = [], body }: Sent,
  signal: AbortSignal
): Promise<Received> => {
  const { host, protocol } = new URL(url)
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  const own = [
    ["host", host],
    ["content-length", String(bytes.length)],
    ["accept-encoding", "identity"],
    ["connection", "close"]
  ] as const
  const all = [...own, ...Object.entries(headers), ...lines].flat()
  const send = protocol === "https:" ? overTls : overTcp
  return new Promise((resolve, reject) => {
    const sending = send(url, { method, headers: all, agent: false, signal }, (message) => {
      const received = new Headers()
      for (const [name, values] of Object.entries(message.headersDistinct))
        for (const value of values ?? []) received.append(name, value)
      buffer(message).then((read) => {
        resolve({ status: message.statusCode ?? 0, headers: received, text: read.toString() })
      }, reject)
    })
    sending.on("error", reject).end(bytes)
  })
}
