import { hash, randomBytes } from "node:crypto"
import { Redacted } from "effect"

/** What is kept of a token, and found by. It is random, so that a slow hash would add nothing. Law: A4. */
export const hashOf = (token: Redacted.Redacted): Uint8Array => hash("sha256", Redacted.value(token), "buffer")

/** A new token, 43 characters of base64url. */
export const newToken = (): Redacted.Redacted =>
  Redacted.make(randomBytes(32).toString("base64url"), { label: "invitation token" })
