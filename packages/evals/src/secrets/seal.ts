import { Data, Effect, Redacted } from "effect"
import type { SecretKey } from "./keys.ts"

/** Whose secret it is. What is encrypted for one place doesn't open at another. */
export interface SecretPlace {
  readonly tenant: string
  readonly project: string
  /** The ID of the app or connection that it is of. */
  readonly owner: string
  readonly name: string
}

/** A secret can't be read: no key opens it, or it is another's. */
export class SecretNotReadable extends Data.TaggedError("SecretNotReadable")<{ readonly message: string }> {}

// Loaded when the first secret is set or read.
const jose = Effect.promise(() => import("jose"))

/** Encrypts a secret for its place, as a compact JWE. */
export const seal = (
  [{ id, bytes }]: readonly [SecretKey, ...Array<SecretKey>],
  { tenant, project, owner, name }: SecretPlace,
  value: Redacted.Redacted
): Effect.Effect<string> =>
  Effect.flatMap(jose, ({ CompactEncrypt }) =>
    Effect.promise(() =>
      new CompactEncrypt(new TextEncoder().encode(Redacted.value(value)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: id, tenant, project, owner, name })
        .encrypt(bytes)
    )
  )

/** Decrypts the secret of a place. Law: G2. */
export const unseal = (
  keys: ReadonlyArray<SecretKey>,
  place: SecretPlace,
  jwe: string
): Effect.Effect<Redacted.Redacted, SecretNotReadable> =>
  Effect.gen(function* () {
    const { compactDecrypt } = yield* jose
    const { plaintext, protectedHeader } = yield* Effect.tryPromise({
      try: () =>
        compactDecrypt(
          jwe,
          ({ kid }) => {
            const key = keys.find(({ id }) => id === kid)
            if (key === undefined) throw new Error("it is encrypted with a key that is not in SECRETS_KEYS")
            return key.bytes
          },
          { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] }
        ),
      catch: (error) =>
        new SecretNotReadable({ message: `The secret ${place.name} can't be read: ${(error as Error).message}.` })
    })
    for (const part of ["tenant", "project", "owner", "name"] as const) {
      if (protectedHeader[part] !== place[part]) {
        return yield* new SecretNotReadable({
          message: `The secret ${place.name} can't be read: it is another ${part}'s.`
        })
      }
    }
    return Redacted.make(new TextDecoder().decode(plaintext), { label: place.name })
  })
