/**
 * For `--import`, in the processes that tests start: a new PGlite begins as a copy of an empty database, at the path of
 * `PGLITE_EMPTY_IMAGE`. To make one of its own takes it 4 CPU seconds more, at each start of a server.
 */
import * as nodeModule from "node:module"
import { setFlagsFromString } from "node:v8"

const { registerHooks } = nodeModule
const image = process.env["PGLITE_EMPTY_IMAGE"]
const original = "?original"

/** @param {string} url */
const source = (url) => `
  import { existsSync, openAsBlob } from "node:fs"
  import { PGlite as Original } from ${JSON.stringify(url + original)}
  export * from ${JSON.stringify(url + original)}

  const isNew = ({ fs, dataDir, loadDataDir, noInitDb }) =>
    fs === undefined && loadDataDir === undefined && !noInitDb &&
    (dataDir === undefined || (dataDir.startsWith("file://") && !existsSync(dataDir.slice(7) + "/PG_VERSION")))

  export class PGlite extends Original {
    static async create(first, second) {
      const options = typeof first === "string" ? { dataDir: first, ...second } : first ?? {}
      return super.create(isNew(options) ? { ...options, loadDataDir: await openAsBlob(${JSON.stringify(image)}) } : options)
    }
  }`

// To compile PGlite's hot functions once more takes 1.5 CPU seconds, which these processes live too short to win back.
for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag)

// Node 20, by which commands are begun, has none.
if (image !== undefined && registerHooks !== undefined)
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return specifier === "@electric-sql/pglite" && found.format === "module" && !found.url.endsWith(original)
        ? { ...found, url: `${found.url}?from-image` }
        : found
    },
    load: (url, context, next) =>
      url.endsWith("?from-image")
        ? { format: "module", source: source(url.slice(0, -"?from-image".length)), shortCircuit: true }
        : next(url, context)
  })
