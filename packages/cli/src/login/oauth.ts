import * as oauth from "oauth4webapi"
import { now } from "../now.ts"
import { isLoopback } from "../settings.ts"

/** The resource that tokens for operations are of. */
export const resourceOf = (url: string): string => `${url}/api/cli`

const timeoutMs = 15_000

/** What a request to an address is sent with: an end, and TLS but on this computer. */
export const sendingTo = (address: string, signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    [oauth.allowInsecureRequests]: isLoopback(address)
  } as const
}

/** What an answer of the token endpoint gives. */
export const pairOf = ({ access_token, refresh_token, expires_in = 600 }: oauth.TokenEndpointResponse) => ({
  accessToken: access_token,
  ...(refresh_token !== undefined && { refreshToken: refresh_token }),
  expiresAt: now() + expires_in * 1000
})
