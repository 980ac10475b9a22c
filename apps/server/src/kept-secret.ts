import { type DatabaseStartError, privateDirectory, readPrivateFile } from "@agent-operations/database"
import { randomBytes } from "node:crypto"
import { linkSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { StartError } from "./StartError.ts"

/** 256 random bits, as 43 characters of base64url. */
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

/** A secret that is kept beside the data, where no setting names one. */
export interface KeptSecret {
  /** The name of its file in `DATA_DIR`. */
  readonly file: string
  /** What it is: "The secret that signs cookies". */
  readonly what: string
  /** What to do where it can't be kept. */
  readonly hint: string
}

/** Reads a secret that is kept beside the data, never in it, and creates it at the first start. */
export const keptSecret = Effect.fnUntraced(function* (
  dataDirectory: string,
  { file: name, what, hint }: KeptSecret
): Effect.fn.Return<string, StartError | DatabaseStartError> {
  const file = join(yield* privateDirectory(dataDirectory), name)
  const notKept = (why: string) => new StartError({ message: `${what} cannot be kept in ${file}: ${why}`, hint })
  yield* Effect.try({ try: () => create(file), catch: (error) => notKept((error as Error).message) })
  return yield* Effect.mapError(readPrivateFile(file), ({ message }) => notKept(message))
})
