import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import type { Settings } from "../settings.ts"
import { StartError } from "../StartError.ts"

/** 256 random bits, as 43 characters. */
const random = () => randomBytes(32).toString("base64url")

/** A secret of this process alone. */
export const newSecret = (label: string): Redacted.Redacted => Redacted.make(random(), { label })

/** The file's secret, which whoever comes first makes: it is there whole or not at all. */
const keep = (directory: string): string => {
  const file = join(directory, "auth-secret")
  mkdirSync(directory, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, random(), { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, "utf8")
}

/** What signs cookies: the setting, or one that is made at the first start and kept beside the data, never in it. */
export const authSecret = ({ AUTH_SECRET, DATA_DIR }: Settings): Effect.Effect<Redacted.Redacted, StartError> =>
  Option.match(AUTH_SECRET, {
    onSome: (secret) => Effect.succeed(secret as Redacted.Redacted),
    onNone: () =>
      Effect.try({
        try: () => Redacted.make(keep(DATA_DIR), { label: "auth secret" }),
        catch: (error) =>
          new StartError({
            message: `The secret that signs cookies cannot be kept in ${DATA_DIR}: ${(error as Error).message}`,
            hint: "Set AUTH_SECRET to 32 random characters or more, or make the directory writable."
          })
      })
  })
