import type { DatabaseStartError } from "@agent-operations/database"
import { Effect, Option, Redacted } from "effect"
import { type KeptSecret, keptSecret } from "../kept-secret.ts"
import type { Settings } from "../settings.ts"
import type { StartError } from "../StartError.ts"

const kept: KeptSecret = {
  file: "auth-secret",
  what: "The secret that signs cookies",
  hint: "Set AUTH_SECRET to 32 random characters or more, or delete the file and make its directory writable."
}

/** What signs cookies: the setting, or one that is created at the first start and kept beside the data, never in it. */
export const authSecret = ({
  AUTH_SECRET,
  DATA_DIR
}: Settings): Effect.Effect<Redacted.Redacted, StartError | DatabaseStartError> =>
  Option.match(AUTH_SECRET, {
    onSome: (secret) => Effect.succeed(secret as Redacted.Redacted),
    onNone: () => Effect.map(keptSecret(DATA_DIR, kept), (secret) => Redacted.make(secret, { label: "auth secret" }))
  })
