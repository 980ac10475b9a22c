import { messageOf } from "../errors.ts"
import { withLock } from "../lock.ts"
import type { Profile } from "../profiles.ts"
import { normalUrl } from "../settings.ts"
import type { Terminal } from "../terminal.ts"
import { changeProfile } from "./change-profile.ts"
import { revoke } from "./refresh.ts"
import { lockFileOf, readTokens, tokenStore } from "./token-store.ts"

/**
 * Ends what a profile's tokens give, at the server, and forgets them. Answers why the server was not told, where it was not.
 * Throws, with nothing forgotten, where they cannot be read.
 */
export const logout = (
  { env, signal }: Pick<Terminal, "env" | "signal">,
  { name, url = "", tokens: place = "file" }: Profile
): Promise<string | undefined> => {
  const store = tokenStore(env, name, place)
  return withLock(lockFileOf(env, name), signal, async () => {
    const tokens = await readTokens(store, normalUrl(url))
    const untold =
      tokens === undefined
        ? `${store.title} has no tokens for it.`
        : await revoke(tokens).then(() => undefined, messageOf)
    await store.remove()
    await changeProfile(env, signal, name, { tokens: undefined })
    return untold
  })
}
