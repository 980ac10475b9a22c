import type { Target } from "@agent-operations/conformance"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { start } from "./process.ts"

const untilReady = (url: string) => waitUntil(`${url} to be ready`, async () => (await fetch(`${url}/readyz`)).ok)

/** Starts two processes on one database, which know nothing of each other. */
export const startTwo = async (url: string, more: Readonly<Record<string, string>> = {}) => {
  const settings = { DATABASE_URL: url, PORT: "0", RATE_LIMIT_PER_MINUTE: "off", ...more }
  const first = await start([], settings)
  const second = await start([], settings)
  await Promise.all([first, second].map((server) => untilReady(server.url)))
  return { settings, first, second, stop: () => Promise.all([first.stop(), second.stop()]) }
}

export type Two = Awaited<ReturnType<typeof startTwo>>

/** Two processes as one server, of which every request goes to the other than the one before it. */
export const inTurns = ({ first, second }: Two): Target => {
  let turn = 0
  const origins = [first.url, second.url]
  return {
    url: first.url,
    key: first.apiKey,
    projectId: first.projectId,
    fetch: (request) => fetch(new Request(request.url.replace(first.url, origins[turn++ % 2]!), request))
  }
}
