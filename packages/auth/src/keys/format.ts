import { hash as digest, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import { newTypeId } from "@agent-operations/database"
import { Redacted } from "effect"

const pattern = /^aok_([0-7][0-9a-hjkmnp-tv-z]{25})_([A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** A new API key: the text to hand out once, and what is kept of it. Law: A4. Source: the wire, "Credentials". */
export interface MintedKey {
  /** The key's TypeID: `key_…`. */
  readonly id: string
  /** The full key. Shown once, never stored. */
  readonly token: Redacted.Redacted
  readonly secretHash: Uint8Array
  /** What listings show: `aok_…` and the last 4 characters. */
  readonly preview: string
}

/** The parts of a key that is written right; whether it is known and good is for the database to say. */
export interface ParsedKey {
  readonly id: string
  readonly secret: string
}

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  for (let i = 0; i < 6; i++) {
    digits = base62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** What is kept of a secret. */
export const hash = (secret: string): Buffer => digest("sha256", secret, "buffer")

/** The same as text, which costs a third of it. */
export const hashText = (secret: string): string => digest("sha256", secret, "base64url")

/** The text of a key: `aok_` + 26 characters of ID + `_` + 43 of secret + 6 of CRC32. */
export const write = (id: string, secret: string): string => {
  const body = `aok_${id.slice("key_".length)}_${secret}`
  return body + checksum(body)
}

/** A new key. */
export const mint = (): MintedKey => {
  const id = newTypeId("key")
  const secret = randomBytes(32).toString("base64url")
  const token = write(id, secret)
  return {
    id,
    token: Redacted.make(token, { label: "api key" }),
    secretHash: hash(secret),
    preview: `aok_…${token.slice(-4)}`
  }
}

/** Reads a key; undefined for anything with a typo in it, so that none costs a query. */
export const parse = (token: string): ParsedKey | undefined => {
  const match = pattern.exec(token)
  if (match === null || checksum(token.slice(0, -6)) !== match[3]) return undefined
  return { id: `key_${match[1]}`, secret: match[2]! }
}
