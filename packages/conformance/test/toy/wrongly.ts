/* oxlint-disable typescript/no-explicit-any -- a wrong server looks at answers as it knows them */
import type { Target } from "../../src/index.ts"
import type { startKit } from "../kit.ts"

type Host = Awaited<ReturnType<typeof startKit>>
export type Input = Readonly<Record<string, any>>
export interface Answer {
  readonly status: number
  readonly body: { readonly data?: any; readonly error?: any }
}

/** Carries an operation out. */
export type Call = (operation: string, input: Input) => Promise<Answer>

/** The kit, which does what it is asked in a wrong way. */
export const wrongly = (host: Host, wrong: (right: Call) => Call): Target => {
  let asked: Request
  // One of all requests, so that it can remember.
  const call = wrong(async (operation, input) => {
    const { method, headers, url } = asked
    const address = new URL(`/api/agent/${operation}`, url)
    const answer = await host.kit.fetch(new Request(address, { method, headers, body: JSON.stringify(input) }))
    return { status: answer.status, body: await answer.json() }
  })
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== "POST") return host.kit.fetch(request)
    const input = JSON.parse(await request.text())
    asked = request
    const { status, body } = await call(new URL(request.url).pathname.replace("/api/agent/", ""), input)
    const headers = { "content-type": "application/json", "x-request-id": "req_1" }
    return new Response(JSON.stringify(body), { status, headers })
  }
  return { url: "http://in-process.test", fetch, ...host.credentials }
}
