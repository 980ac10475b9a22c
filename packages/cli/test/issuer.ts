import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

type Members = Readonly<Record<string, unknown>>

/** A server that people sign in at, which misbehaves as it is told to. */
export const startIssuer = async () => {
  const asked: Array<string> = []
  const state = {
    /** What the redirect to the program says instead. */
    redirect: {} as Record<string, string>,
    /** What is answered at a path instead; text is no JSON. */
    answers: {} as Record<string, readonly [status: number, body: Members | string]>,
    metadata: {} as Members,
    /** What `/token` waits for before it answers. */
    held: undefined as Promise<void> | undefined
  }
  let given = 0

  const answerTo = (path: string, url: string): readonly [status: number, body: Members | string] => {
    const pair = () => ({ access_token: `aot_${++given}`, refresh_token: `aor_${given}`, token_type: "Bearer" })
    const answers: Readonly<Record<string, () => Members>> = {
      "/.well-known/oauth-protected-resource/api/cli": () => ({
        resource: `${url}/api/cli`,
        authorization_servers: [`${url}/api/auth`],
        scopes_supported: ["views:read"]
      }),
      "/.well-known/oauth-authorization-server/api/auth": () => ({
        issuer: `${url}/api/auth`,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        registration_endpoint: `${url}/register`,
        revocation_endpoint: `${url}/revoke`,
        response_types_supported: ["code"],
        authorization_response_iss_parameter_supported: true,
        ...state.metadata
      }),
      "/register": () => ({ client_id: "cli", token_endpoint_auth_method: "none" }),
      "/token": () => ({ ...pair(), expires_in: 600, scope: "views:read" }),
      "/revoke": () => ({}),
      "/api/cli": () => ({
        data: {
          actor: { type: "user", id: "usr_ada", name: "Ada" },
          organizationId: "analytical",
          projectId: "of-the-token",
          scopes: ["views:read"]
        }
      }),
      "/api/agent/list_page_views": () => ({ data: { items: [], nextCursor: null } })
    }
    return state.answers[path] ?? [path === "/register" ? 201 : 200, answers[path]?.() ?? "nothing"]
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { pathname, searchParams } = new URL(request.url ?? "/", url)
    asked.push(`${pathname} ${request.headers.authorization ?? ""}${await text(request)}`.trim())
    if (pathname === "/token") await state.held
    if (pathname === "/authorize") {
      const back = new URL(searchParams.get("redirect_uri")!)
      const answer = { code: "c", state: searchParams.get("state")!, iss: `${url}/api/auth`, ...state.redirect }
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
      return void response.writeHead(302, { location: back.href }).end()
    }
    const [status, body] = answerTo(pathname, url)
    const isText = typeof body === "string"
    response.writeHead(status, { "content-type": isText ? "text/html" : "application/json" })
    response.end(isText ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    state,
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What it was asked at a path. */
    askedAt: (path: string) => asked.filter((one) => one.split(" ")[0] === path),
    reset: () => {
      asked.length = 0
      Object.assign(state, { redirect: {}, answers: {}, metadata: {}, held: undefined })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
