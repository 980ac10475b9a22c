import * as oauth from "oauth4webapi"
import { failureOf, isEnded, isLost } from "./failures.ts"
import { pairOf, resourceOf, sendingTo } from "./oauth.ts"
import { signInAgain, type Tokens } from "./tokens.ts"

/** Whom tokens are of, as an authorization server and its client. */
const partiesOf = ({ issuer, tokenEndpoint, revocationEndpoint, clientId }: Tokens) =>
  [
    { issuer, token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } as oauth.AuthorizationServer,
    { client_id: clientId } satisfies oauth.Client
  ] as const

/**
 * Exchanges the refresh token for another pair. Nothing interrupts it, since what is given for a spent token would be lost;
 * where the answer is lost it asks once more, for which servers have a grace. Law: A9.
 */
export const refresh = async (tokens: Tokens): Promise<Tokens> => {
  const { url, tokenEndpoint, refreshToken } = tokens
  if (refreshToken === undefined) throw signInAgain(`The access to ${url} has ended.`)
  const [server, client] = partiesOf(tokens)
  const ask = async () => {
    const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, {
      ...sendingTo(tokenEndpoint),
      additionalParameters: { resource: resourceOf(url) }
    })
    return oauth.processRefreshTokenResponse(server, client, answer)
  }
  try {
    const given = await ask().catch((error: unknown) => {
      if (isLost(error)) return ask()
      throw error
    })
    return { ...tokens, ...pairOf(given) }
  } catch (error) {
    if (isEnded(error)) throw signInAgain(`The access to ${url} has ended.`)
    throw failureOf(error, `The access to ${url} could not be renewed.`)
  }
}

/** Ends what a sign-in gave, at the server. */
export const revoke = async (tokens: Tokens): Promise<void> => {
  const { url, revocationEndpoint, refreshToken, accessToken } = tokens
  const [server, client] = partiesOf(tokens)
  try {
    const answer = await oauth.revocationRequest(server, client, oauth.None(), refreshToken ?? accessToken, {
      ...sendingTo(revocationEndpoint ?? url)
    })
    await oauth.processRevocationResponse(answer)
  } catch (error) {
    throw failureOf(error, `${url} could not be told.`)
  }
}
