import { createHash } from "node:crypto"
import { readFile, rm } from "node:fs/promises"
import { CommandError, exits, messageOf } from "../errors.ts"
import { present } from "../present.ts"
import { configFile, type TokenPlace } from "../profiles.ts"
import { replaceFile } from "../replace-file.ts"
import type { Terminal } from "../terminal.ts"
import { keychainStore } from "./keychain.ts"
import { parseTokens, type Tokens } from "./tokens.ts"

/** Where the tokens of a profile are kept, as text. */
export interface TokenStore {
  readonly place: TokenPlace
  /** As a person is told. */
  readonly title: string
  readonly read: () => Promise<string | undefined>
  readonly write: (text: string) => Promise<void>
  readonly remove: () => Promise<void>
}

type Env = Terminal["env"]

// A profile may have any name, and files may not.
const fileOf = (env: Env, profile: string, suffix: string) =>
  configFile(env, `tokens-${createHash("sha256").update(profile).digest("hex").slice(0, 16)}${suffix}`)

/** What whoever reads, refreshes and writes the tokens of a profile locks. */
export const lockFileOf = (env: Env, profile: string): string => fileOf(env, profile, ".lock")

/** A file that only this person reads. */
const fileStore = (env: Env, profile: string): TokenStore => {
  const file = fileOf(env, profile, ".json")
  return {
    place: "file",
    title: file,
    read: () => present(readFile(file, "utf8")),
    write: (text) => replaceFile(file, text),
    remove: () => rm(file, { force: true })
  }
}

/** Where a profile says that its tokens are. */
export const tokenStore = (env: Env, profile: string, place: TokenPlace): TokenStore =>
  place === "file" ? fileStore(env, profile) : keychainStore(profile)

/** The tokens that are stored for a server, if there are any. Throws where it cannot be known. */
export const readTokens = async (store: TokenStore, url: string): Promise<Tokens | undefined> => {
  try {
    return parseTokens(await store.read(), url)
  } catch (error) {
    throw new CommandError(`${store.title} cannot be read: ${messageOf(error)}`, {
      code: "TOKENS_UNREADABLE",
      hint: "Make it readable, and run it again.",
      exit: exits.access
    })
  }
}

/**
 * Stores tokens in the keychain, or in a file where there is none that works or `AGENT_OPERATIONS_KEYCHAIN` is `no`.
 * Answers where they are, and why not in the keychain.
 */
export const storeTokens = async (
  env: Env,
  profile: string,
  text: string,
  keychain = keychainStore(profile)
): Promise<{ readonly store: TokenStore; readonly why: string | undefined }> => {
  let why = "AGENT_OPERATIONS_KEYCHAIN is no"
  if (env["AGENT_OPERATIONS_KEYCHAIN"] !== "no") {
    try {
      await keychain.write(text)
      if ((await keychain.read()) === text) return { store: keychain, why: undefined }
      why = "the keychain does not keep what is stored"
    } catch (error) {
      why = messageOf(error)
    }
  }
  const store = fileStore(env, profile)
  await store.write(text)
  return { store, why }
}
