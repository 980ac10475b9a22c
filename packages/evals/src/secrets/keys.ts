import { createHash } from "node:crypto"
import { Redacted } from "effect"

/** A key that secrets are encrypted with. */
export interface SecretKey {
  /** Tells it from others, and nothing of it. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** The bytes that a text stands for: 256 bits, as 43 characters of base64url. */
const bytesOf = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, "base64url")
  if (bytes.byteLength !== 32 || bytes.toString("base64url") !== text) {
    throw new TypeError("A key of SECRETS_KEYS must be 32 bytes, as 43 characters of base64url.")
  }
  return bytes
}

/**
 * The keys of a list: the first encrypts, all decrypt. Throws a `TypeError` where one is no key.
 *
 * @example
 * secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
 */
export const secretKeys = (texts: ReadonlyArray<Redacted.Redacted>): readonly [SecretKey, ...Array<SecretKey>] => {
  const [first, ...rest] = texts.map((text) => {
    const bytes = bytesOf(Redacted.value(text))
    return { id: createHash("sha256").update("key").update(bytes).digest("base64url").slice(0, 12), bytes }
  })
  if (first === undefined) throw new TypeError("SECRETS_KEYS has no key.")
  return [first, ...rest]
}
