import { readBodyAway } from "@agent-operations/identity/http"
import type { Hono } from "hono"

/** Has an app answer a request to the end: what nobody read of it is read away, and the answer has the request's ID. */
export const answering =
  (app: Hono) =>
  async (request: Request, address: string, requestId: string): Promise<Response> => {
    const response = await app.fetch(request, { address, requestId })
    if (request.method === "POST") await readBodyAway(request.body)
    response.headers.set("x-request-id", requestId)
    return response
  }
