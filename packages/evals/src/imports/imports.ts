import { imports as family } from "@agent-operations/contract/imports"
import { type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { DatasetItems } from "../datasets/DatasetItems.ts"
import { importTargets } from "./apply/import-targets.ts"
import { getImport } from "./family/get-import.ts"
import { importResources } from "./family/import-resources.ts"
import { upkeepLayer } from "./family/upkeep.ts"
import { ImportStore } from "./store/ImportStore.ts"
import { migrations } from "./store/migrations.ts"
import { FileReader, type FileReaderOptions } from "./thread/FileReader.ts"

/** A module that keeps datasets: what `datasets()` returns. */
export interface DatasetsModule<R, E> {
  readonly layer: Layer.Layer<DatasetItems, E, R>
}

/** The settings of `imports`. */
export interface ImportsOptions extends FileReaderOptions {
  /** Whether scorers are in the list too, so that files may have some. Default: false, and such files are refused. */
  readonly scorers?: boolean
}

const handlers = Effect.gen(function* () {
  return { importResources: yield* importResources, get: yield* getImport }
})

/**
 * Imports of files, as a module for a host's list of families, into the datasets of another module of that list.
 *
 * @example
 * const held = datasets()
 * const kit = await createAgentOperations({ families: [views(), held, imports(held)], database })
 */
export const imports = <R, E>(
  over: DatasetsModule<R, E>,
  options: ImportsOptions = {}
): FamilyModule<typeof family, never, R | EncodedRevisionStore | SqlClient.SqlClient, E> => ({
  families: [family],
  // The layer is the same value as in the list, so that there is one store.
  layer: Layer.merge(implement(family, handlers), upkeepLayer).pipe(
    Layer.provide([
      ImportStore.layer,
      FileReader.layer(options),
      Layer.provide(importTargets(options.scorers ?? false), over.layer)
    ])
  ),
  migrations: [revisions, migrations]
})
