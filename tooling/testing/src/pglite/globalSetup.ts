import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { emptyImage } from "../embeddedDatabase.ts"

/** Writes the image that the processes of tests begin from: see `preload.mjs`. */
export default async (): Promise<void> => {
  const path = process.env["PGLITE_EMPTY_IMAGE"]!
  mkdirSync(dirname(path), { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, await emptyImage())
  renameSync(own, path)
}
