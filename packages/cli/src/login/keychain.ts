import type { AsyncEntry } from "@napi-rs/keyring"
import type { TokenStore } from "./token-store.ts"

type Keyring = { readonly AsyncEntry: typeof AsyncEntry }

/** A keychain that asks its person for a password may take so long. */
const patienceMs = 60_000

/** The keychain of the system. It fails where there is none, or where it is not installed. */
export const keychainStore = (
  profile: string,
  load: () => Promise<Keyring> = () => import("@napi-rs/keyring")
): TokenStore => {
  const entry = async () => {
    const { AsyncEntry } = await load().catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ERR_MODULE_NOT_FOUND" ? new Error("@napi-rs/keyring is not installed") : error
    })
    // That of the kernel, which is used else where there is none, forgets everything at the next start.
    return new AsyncEntry("agent-operations", profile, { linux: { store: "secret-service" } })
  }
  const patience = () => AbortSignal.timeout(patienceMs)
  return {
    place: "keychain",
    title: "the keychain",
    read: async () => (await (await entry()).getPassword(patience())) ?? undefined,
    write: async (text) => (await entry()).setPassword(text, patience()),
    remove: async () => void (await (await entry()).deleteCredential(patience()))
  }
}
