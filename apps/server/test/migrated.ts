import { dirname, join } from "node:path"
import { serverCopy } from "@agent-operations/testing/kit"
import { writeImage } from "@agent-operations/testing/write-image"
import { migrations } from "../src/services.ts"

/** A database of PostgreSQL that has the tables of the server: its start has nothing to migrate. */
export const migratedDatabase = () => serverCopy(migrations)

let written: Promise<string> | undefined

/** The path of the image of a PGlite that has the tables of the server, written beside the empty one. */
export const migratedImage = (empty: string): Promise<string> => {
  const path = join(dirname(empty), "server-pglite.tar")
  return (written ??= writeImage(migrations, path).then(() => path))
}
