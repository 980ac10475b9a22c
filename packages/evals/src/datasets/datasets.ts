import { datasets as family } from "@agent-operations/contract/datasets"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { DatasetItems } from "./DatasetItems.ts"
import { datasetHandlers } from "./handlers.ts"
import { SchemaChecker, type SchemaCheckerOptions } from "./schemas/SchemaChecker.ts"
import { DatasetStore } from "./store/DatasetStore.ts"
import { migrations } from "./store/migrations.ts"

/** The settings of `datasets`. */
export type DatasetsOptions = SchemaCheckerOptions

/**
 * Datasets and their items, as a module for a host's list of families.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views(), datasets()], database })
 */
export const datasets = (
  options: DatasetsOptions = {}
): FamilyModule<typeof family, DatasetStore | DatasetItems, EncodedRevisionStore | Cursors | SqlClient.SqlClient> => ({
  families: [family],
  layer: implement(family, datasetHandlers).pipe(
    Layer.provideMerge(DatasetItems.layer),
    Layer.provideMerge(DatasetStore.layer),
    Layer.provide(SchemaChecker.layer(options))
  ),
  migrations: [revisions, migrations]
})
