import { withLock } from "../lock.ts"
import type { TokenPlace } from "../profiles.ts"
import type { Place } from "../settings.ts"
import type { Terminal } from "../terminal.ts"
import { changeProfile } from "./change-profile.ts"
import { revoke } from "./refresh.ts"
import { signIn, type SignInOptions } from "./sign-in.ts"
import { lockFileOf, readTokens, storeTokens, tokenStore } from "./token-store.ts"
import type { Tokens } from "./tokens.ts"
import { askWho, type Who } from "./who.ts"

/** Who signed in, and where their tokens are. */
export interface LoggedIn extends Who {
  readonly url: string
  readonly profile: string
  readonly tokens: TokenPlace
  /** How a person is told where they are. */
  readonly note: string
}

/** The tokens that a profile had before, as far as they can be read: nobody needs them any more. */
const formerTokens = async ({ env }: Terminal, { baseUrl, profile: { name, tokens } }: Place) =>
  tokens && (await readTokens(tokenStore(env, name, tokens), baseUrl).catch(() => undefined))

/** Stores what a sign-in gave, in the profile too; where that fails, nothing of it is left, at the server neither. */
const keep = async (terminal: Terminal, place: Place, given: Tokens): Promise<LoggedIn> => {
  const { env, signal } = terminal
  const { baseUrl: url, profile } = place
  try {
    const who = await askWho({ url, credential: given.accessToken }, signal)
    return await withLock(lockFileOf(env, profile.name), signal, async () => {
      const former = await formerTokens(terminal, place)
      const { store, why } = await storeTokens(env, profile.name, JSON.stringify(given))
      const members = { url, projectId: who.projectId, tokens: store.place }
      await changeProfile(env, signal, profile.name, members).catch(async (error: unknown) => {
        await store.remove()
        throw error
      })
      if (former !== undefined) await revoke(former).catch(() => undefined)
      const instead = why === undefined ? "" : ` (mode 600), since the keychain cannot be used: ${why}`
      const note = `The tokens are in ${store.title}${instead}.`
      const { actor, organizationId, projectId, scopes } = who
      return { url, profile: profile.name, actor, organizationId, projectId, scopes, tokens: store.place, note }
    })
  } catch (error) {
    await revoke(given).catch(() => undefined)
    throw error
  }
}

/** Has a person sign in at a place, and keeps the tokens for its profile. */
export const login = async (
  terminal: Terminal,
  place: Place,
  options: Omit<SignInOptions, "url">
): Promise<LoggedIn> => {
  let kept: LoggedIn
  await signIn(terminal, { ...options, url: place.baseUrl }, async (tokens) => {
    kept = await keep(terminal, place, tokens)
    return `You are signed in as ${kept.actor.name}.`
  })
  return kept!
}
