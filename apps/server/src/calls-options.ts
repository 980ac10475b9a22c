import type { DatabaseStartError } from "@agent-operations/database"
import type { AppsOptions } from "@agent-operations/evals"
import type { SecretKey } from "@agent-operations/evals/secrets"
import { Effect, Option, Redacted } from "effect"
import { type KeptSecret, keptSecret } from "./kept-secret.ts"
import { keysOf } from "./lists.ts"
import type { Settings } from "./settings.ts"
import { StartError } from "./StartError.ts"

const kept: KeptSecret = {
  file: "secrets-keys",
  what: "The key that secrets of apps are encrypted with",
  hint: "Set SECRETS_KEYS to 32 random bytes as 43 characters of base64url, or make the directory writable."
}

type Keys = readonly [SecretKey, ...Array<SecretKey>]

/**
 * What secrets of apps and model connections are encrypted with: the setting, or a key that is created at the first start
 * and kept beside the data, never in it.
 */
const readKeys = Effect.fnUntraced(function* ({
  SECRETS_KEYS,
  DATA_DIR
}: Settings): Effect.fn.Return<Keys, StartError | DatabaseStartError> {
  if (Option.isSome(SECRETS_KEYS)) return keysOf(Redacted.value(SECRETS_KEYS.value))
  const text = yield* keptSecret(DATA_DIR, kept)
  return yield* Effect.try({
    try: () => keysOf(text.trim()),
    catch: () =>
      new StartError({
        message: `${DATA_DIR}/${kept.file} is not what it was made with: a key, or keys separated by commas.`,
        hint: "Put it back from a backup, or set SECRETS_KEYS. If it is deleted, secrets of apps have to be set anew."
      })
  })
})

/** How apps and models are called, and their secrets kept, as the settings have it. */
export const readCallsOptions = (settings: Settings): Effect.Effect<AppsOptions, StartError | DatabaseStartError> =>
  Effect.map(readKeys(settings), (keys) => ({ keys, egress: { allow: settings.EGRESS_ALLOW } }))
