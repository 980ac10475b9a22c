import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Pglite } from "../src/index.ts"
import { emptyImage } from "./databases.ts"
import { open, temporaryDirectory } from "./support.ts"

// It leaves nothing on the disk, where a test moves the directory away.
export const never = "do $$ begin loop null; end loop; end $$"

/** A directory with an empty database in it. */
export const madeDirectory = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const image = yield* Effect.promise(emptyImage)
  yield* Effect.scoped(open(Pglite.layer({ directory, image })))
  return directory
})

/** The error that a client of a directory is refused with. */
export const refusal = (directory: string) =>
  Effect.scoped(open(Pglite.layer({ directory }))).pipe(
    Effect.flip,
    Effect.tap((error) => Effect.sync(() => assert.notInclude(error.message + error.hint, "\n")))
  )
