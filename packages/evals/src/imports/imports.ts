import { imports as family } from "@agent-operations/contract/imports"
import { type FamilyModule, implement } from "@agent-operations/operations"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { type ImportTargets } from "./apply/ImportTargets.ts"
import { getImport } from "./family/get-import.ts"
import { importResources } from "./family/import-resources.ts"
import { upkeepLayer } from "./family/upkeep.ts"
import { ImportStore } from "./store/ImportStore.ts"
import { migrations } from "./store/migrations.ts"
import { FileReader, type FileReaderOptions } from "./thread/FileReader.ts"

/** A module that keeps what imports write to. */
export interface TargetsModule<R, E> {
  readonly layer: Layer.Layer<ImportTargets, E, R>
}

/**
 * Imports of files, as a module for a host's list of families, over another of that list which keeps what they write.
 */
export const importsInto = <R, E>(
  over: TargetsModule<R, E>,
  options: FileReaderOptions = {}
): FamilyModule<typeof family, never, R | SqlClient.SqlClient, E> => ({
  families: [family],
  layer: Layer.merge(
    implement(
      family,
      Effect.gen(function* () {
        return { importResources: yield* importResources, get: yield* getImport }
      })
    ),
    upkeepLayer
  ).pipe(Layer.provide([ImportStore.layer, FileReader.layer(options), over.layer])),
  migrations: [migrations]
})
