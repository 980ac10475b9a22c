import { Effect, Redacted } from "effect"

// Loaded when the first call is signed.
const standardWebhooks = Effect.promise(() => import("standardwebhooks"))

/** A secret that calls can be signed with: `whsec_` and the base64 of 24 to 64 bytes. Source: Standard Webhooks 1. */
export const isSigningSecret = (text: string): boolean => {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  if (base64 === undefined) return false
  const bytes = Buffer.from(base64, "base64")
  return bytes.toString("base64") === base64 && bytes.byteLength >= 24 && bytes.byteLength <= 64
}

/** The headers by which a receiver knows that a body is ours, and of now. Source: Standard Webhooks 1. */
export const signatureOf = (
  secret: Redacted.Redacted,
  { id, body, atMillis }: { readonly id: string; readonly body: string; readonly atMillis: number }
): Effect.Effect<Readonly<Record<string, string>>> =>
  Effect.map(standardWebhooks, ({ Webhook }) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(atMillis / 1000)),
    "webhook-signature": new Webhook(Redacted.value(secret)).sign(id, new Date(atMillis), body)
  }))
