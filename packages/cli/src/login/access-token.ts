import { withLock } from "../lock.ts"
import type { Place } from "../settings.ts"
import type { Terminal } from "../terminal.ts"
import { lockFileOf, readTokens, tokenStore } from "./token-store.ts"
import { isFresh, signInAgain, type Tokens } from "./tokens.ts"

/**
 * Makes what answers the access token of a profile, refreshed where it is about to end. Refreshes are one at a time over
 * all processes: whoever waited for the lock uses what was stored meanwhile. Nothing is removed where a refresh fails.
 */
export const makeAccessToken = (
  { env, signal, finish }: Pick<Terminal, "env" | "signal" | "finish">,
  { baseUrl, profile: { name, tokens: place = "file" } }: Pick<Place, "baseUrl" | "profile">
): (() => Promise<string>) => {
  const store = tokenStore(env, name, place)
  let known: Tokens | undefined

  const read = async (): Promise<Tokens> => {
    const tokens = await readTokens(store, baseUrl)
    if (tokens !== undefined) return tokens
    throw signInAgain(`${store.title} has no tokens for ${baseUrl} of the profile ${JSON.stringify(name)}.`)
  }

  const renew = (): Promise<Tokens> =>
    withLock(lockFileOf(env, name), signal, async () => {
      const stored = await read()
      if (isFresh(stored)) return stored
      // A refresh token is good for once: it is used where the next one can be stored.
      await store.write(JSON.stringify(stored))
      const { refresh } = await import("./refresh.ts")
      const renewed = await refresh(stored)
      await store.write(JSON.stringify(renewed))
      return renewed
    })

  return async () => {
    known = known !== undefined && isFresh(known) ? known : await read()
    if (!isFresh(known)) {
      const renewing = renew()
      // What is given for a spent refresh token has to be stored.
      finish?.(renewing)
      known = await renewing
    }
    return known.accessToken
  }
}
