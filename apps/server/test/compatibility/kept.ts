import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js"

const redirectUri = "http://127.0.0.1:7777/callback"

/** What a program keeps in memory that the official clients want kept. */
export class Kept implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = {
    client_name: "An assistant",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"]
  }
  /** Where the person is sent to. */
  asked: URL | undefined
  #client: Awaited<ReturnType<NonNullable<OAuthClientProvider["clientInformation"]>>>
  #tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>
  #verifier = ""
  #discovered: OAuthDiscoveryState | undefined

  clientInformation() {
    return this.#client
  }
  saveClientInformation(client: NonNullable<Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>>) {
    this.#client = client
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: NonNullable<Awaited<ReturnType<OAuthClientProvider["tokens"]>>>) {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL) {
    this.asked = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state
  }
  discoveryState() {
    return this.#discovered
  }
}
