import { createHash, randomBytes } from "node:crypto"

type Audience = "rest" | "mcp"

/** A program that asks for access, written by hand. */
export class Program {
  readonly #origin: string
  readonly #redirectUri: string
  readonly #verifier = randomBytes(32).toString("base64url")
  #resource = ""
  #clientId = ""
  #tokens: Readonly<Record<string, string>> = {}

  constructor(origin: string, redirectUri: string) {
    this.#origin = origin
    this.#redirectUri = redirectUri
  }

  get accessToken() {
    return this.#tokens["access_token"] ?? ""
  }

  /** Registers, and gives the address that the person is to open. */
  async ask(audience: Audience, name: string, scopes = "views:read views:write offline_access"): Promise<URL> {
    this.#resource = `${this.#origin}/api/${audience === "rest" ? "cli" : "mcp"}`
    const registered = await fetch(`${this.#origin}/api/auth/oauth2/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: name,
        redirect_uris: [this.#redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"]
      })
    })
    this.#clientId = ((await registered.json()) as { client_id: string }).client_id
    const url = new URL(`${this.#origin}/api/auth/oauth2/authorize`)
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: this.#clientId,
      redirect_uri: this.#redirectUri,
      scope: scopes,
      state: "s",
      resource: this.#resource,
      code_challenge: createHash("sha256").update(this.#verifier).digest("base64url"),
      code_challenge_method: "S256"
    }).toString()
    return url
  }

  async #token(parameters: Readonly<Record<string, string>>) {
    const response = await fetch(`${this.#origin}/api/auth/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.#clientId, resource: this.#resource, ...parameters })
    })
    return (await response.json()) as Readonly<Record<string, string>>
  }

  /** Takes the answer that the person's browser was sent back with. */
  async take(callback: URL) {
    this.#tokens = await this.#token({
      grant_type: "authorization_code",
      code: callback.searchParams.get("code") ?? "",
      redirect_uri: this.#redirectUri,
      code_verifier: this.#verifier
    })
  }

  /** Asks for a new pair; the error, if there is one. */
  async refresh(): Promise<string | undefined> {
    const answer = await this.#token({
      grant_type: "refresh_token",
      refresh_token: this.#tokens["refresh_token"] ?? ""
    })
    return answer["error"]
  }

  /** Lists page views with a credential; the status. */
  list = (credential: string, projectId: string) =>
    fetch(`${this.#origin}/api/agent/list_page_views`, {
      method: "POST",
      headers: { authorization: `Bearer ${credential}`, "x-project-id": projectId, "content-type": "application/json" },
      body: "{}"
    }).then(({ status }) => status)

  /** The status of each resource for its access token. */
  async works(projectId: string) {
    const mcp = await fetch(`${this.#origin}/api/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} })
    })
    return { rest: await this.list(this.accessToken, projectId), mcp: mcp.status }
  }
}
