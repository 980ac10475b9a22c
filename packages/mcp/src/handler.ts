import type { Family } from "@agent-operations/contract"
import { createMcpHandler } from "@modelcontextprotocol/server"
import { inFormOf, withBothForms } from "./forms.ts"
import { makeServer, type ServerOptions, type Session } from "./server.ts"
import { makeCatalog } from "./tools/catalog.ts"

/** What answers requests of the protocol that were let in. */
export interface McpHandler {
  /** The names that `toolsets` takes. */
  readonly toolsets: ReadonlyArray<string>
  /** Answers one request, whose body was read already and is passed as `body`. */
  readonly fetch: (request: Request, body: unknown, session: Session) => Promise<Response>
}

/**
 * Operations as tools of the Model Context Protocol, `Request` to `Response`, without sessions in any era. It decides
 * nothing about access: whoever mounts it does, and hands over who was let in.
 *
 * @example
 * const { fetch } = makeMcpHandler([pageViews])
 * const response = await fetch(request, await request.json(), { port, caller: { scopes: "all", isPerson: true }, selection: everything })
 */
export const makeMcpHandler = (
  families: ReadonlyArray<Family.Any>,
  options: ServerOptions & { readonly onError?: ((error: Error) => void) | undefined } = {}
): McpHandler => {
  const catalog = makeCatalog(families)
  const sessions = new WeakMap<Request, Session>()
  const { fetch } = createMcpHandler(({ requestInfo }) => makeServer(catalog, options, sessions.get(requestInfo!)!), {
    ...(options.onError && { onerror: options.onError })
  })
  return {
    toolsets: catalog.toolsets,
    fetch: async (request, body, session) => {
      const asked = withBothForms(request)
      sessions.set(asked, session)
      return inFormOf(request, Array.isArray(body), await fetch(asked, { parsedBody: body }))
    }
  }
}
