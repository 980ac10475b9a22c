import { Inconclusive } from "../Inconclusive.ts"
import type { MadeKey, Target } from "../target.ts"

/** What fails in a host's own code says nothing of its server. */
const ofTarget = async <A>(what: string, act: () => Promise<A>): Promise<A> => {
  try {
    return await act()
  } catch (error) {
    throw new Inconclusive(`${what} of the target failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A key with some scopes that the target creates, where it can. It is revoked once, however often that is asked for. */
export const makeKeyOf = async ({ makeKey }: Target, scopes: ReadonlyArray<string>): Promise<MadeKey | undefined> => {
  if (makeKey === undefined) return undefined
  const { key, revoke } = await ofTarget("makeKey", () => makeKey(scopes))
  let revoking: Promise<unknown> | undefined
  return { key, revoke: () => (revoking ??= ofTarget("revoke", revoke)) }
}

/** Has a target that can do so create a key with some scopes, and revokes it in the end. */
export const withMadeKey = async (
  target: Target,
  scopes: ReadonlyArray<string>,
  use: (made: MadeKey) => Promise<void>
): Promise<void> => {
  const made = await makeKeyOf(target, scopes)
  if (made === undefined) return
  try {
    await use(made)
  } finally {
    await made.revoke()
  }
}
