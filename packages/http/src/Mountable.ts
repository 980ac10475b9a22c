import type { IncomingMessage, ServerResponse } from "node:http"
import type { WebAnswer } from "./web.ts"

/** The started operations, as the adapters for Express, Fastify and Hono mount them. */
export interface Mountable {
  /** Answers a request of `node:http`. */
  readonly listener: (message: IncomingMessage, response: ServerResponse) => void
  /**
   * The same for a router that has the operations at a path and leaves that on requests, as Hono's and Fastify's do: what
   * has no prefix of its own can be mounted at any.
   */
  readonly at: (mount: string) => {
    readonly answer: (request: Request) => Promise<WebAnswer>
    readonly listener: (message: IncomingMessage, response: ServerResponse) => void
  }
}
