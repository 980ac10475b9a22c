import { randomBytes } from "node:crypto"
import { secretKeys } from "@agent-operations/evals/secrets"
import { Redacted } from "effect"

/** What secrets are encrypted with. */
export const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
