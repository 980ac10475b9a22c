import { type DatabaseStartError, privateDirectory, readPrivateFile } from "@agent-operations/database"
import { randomBytes } from "node:crypto"
import { linkSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import type { Settings } from "../settings.ts"
import { StartError } from "../StartError.ts"

/** 256 random bits, as 43 characters. */
const random = () => randomBytes(32).toString("base64url")

/** A secret of this process alone. */
export const newSecret = (label: string): Redacted.Redacted => Redacted.make(random(), { label })

/** Whoever comes first creates the file: it is there whole or not at all, after a loss of power too. */
const create = (file: string): void => {
  const own = `${file}.${process.pid}`
  rmSync(own, { force: true })
  writeFileSync(own, random(), { mode: 0o600, flag: "wx", flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(own)
  }
}

const notKept = (file: string, why: string) =>
  new StartError({
    message: `The secret that signs cookies cannot be kept in ${file}: ${why}`,
    hint: "Set AUTH_SECRET to 32 random characters or more, or delete the file and make its directory writable."
  })

/** The secret that is kept beside the data, created at the first start. */
const keptIn = Effect.fnUntraced(function* (
  dataDirectory: string
): Effect.fn.Return<string, StartError | DatabaseStartError> {
  const file = join(yield* privateDirectory(dataDirectory), "auth-secret")
  yield* Effect.try({ try: () => create(file), catch: (error) => notKept(file, (error as Error).message) })
  return yield* Effect.mapError(readPrivateFile(file), ({ message }) => notKept(file, message))
})

/** What signs cookies: the setting, or one that is created at the first start and kept beside the data, never in it. */
export const authSecret = ({
  AUTH_SECRET,
  DATA_DIR
}: Settings): Effect.Effect<Redacted.Redacted, StartError | DatabaseStartError> =>
  Option.match(AUTH_SECRET, {
    onSome: (secret) => Effect.succeed(secret as Redacted.Redacted),
    onNone: () => Effect.map(keptIn(DATA_DIR), (secret) => Redacted.make(secret, { label: "auth secret" }))
  })
