import * as oauth from "oauth4webapi"
import type { Issuer } from "./authorization-server.ts"
import { failureOf } from "./failures.ts"
import { pairOf, resourceOf, sendingTo } from "./oauth.ts"
import type { Tokens } from "./tokens.ts"

/** What is asked of a person: to let this command line in. */
export interface Authorization {
  /** The server that is to be called. */
  readonly url: string
  readonly issuer: Issuer
  readonly client: oauth.Client
  readonly redirectUri: string
  /** By what the answer is known to be that to this. */
  readonly state: string
  /** What proves that it was asked from here (PKCE). */
  readonly verifier: string
}

/** The address that the person opens. All that can be allowed is asked for: the person chooses. */
export const addressOf = async ({ url, issuer, client, ...asked }: Authorization): Promise<string> => {
  const { server, scopes } = issuer
  const address = new URL(server.authorization_endpoint)
  const parameters = {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: asked.redirectUri,
    scope: [...scopes, "offline_access"].join(" "),
    state: asked.state,
    resource: resourceOf(url),
    code_challenge: await oauth.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: "S256"
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/** Exchanges the address that the browser ended at for tokens, once its state and its issuer are found to be right. */
export const exchange = async (
  { url, issuer: { server }, client, redirectUri, state, verifier }: Authorization,
  ended: URL,
  signal: AbortSignal
): Promise<Tokens> => {
  try {
    const parameters = oauth.validateAuthResponse(server, client, ended, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      { ...sendingTo(server.token_endpoint, signal), additionalParameters: { resource: resourceOf(url) } }
    )
    return {
      url,
      issuer: server.issuer,
      tokenEndpoint: server.token_endpoint,
      ...(server.revocation_endpoint !== undefined && { revocationEndpoint: server.revocation_endpoint }),
      clientId: client.client_id,
      ...pairOf(await oauth.processAuthorizationCodeResponse(server, client, answer))
    }
  } catch (error) {
    throw failureOf(error, "The sign-in was refused.")
  }
}
