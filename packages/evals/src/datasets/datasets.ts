import { datasets as family } from "@agent-operations/contract/datasets"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { DatasetPurges, type PurgeOptions } from "./purge/DatasetPurges.ts"
import type { ItemEvidence } from "./purge/ItemEvidence.ts"
import { DatasetItems } from "./DatasetItems.ts"
import { datasetHandlers } from "./handlers.ts"
import { SchemaChecker, type SchemaCheckerOptions } from "./schemas/SchemaChecker.ts"
import { DatasetStore } from "./store/DatasetStore.ts"
import { migrations } from "./store/migrations.ts"

/** The settings of `datasets`. */
export interface DatasetsOptions extends SchemaCheckerOptions, PurgeOptions {
  /** What tells of the evidence that runs have of items. Default: there is none. */
  readonly evidence?: Layer.Layer<ItemEvidence, never, SqlClient.SqlClient> | undefined
}

/**
 * Datasets and their items, as a module for a host's list of families.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views(), datasets()], database })
 */
export const datasets = ({ evidence, administers, ...checking }: DatasetsOptions = {}): FamilyModule<
  typeof family,
  DatasetStore | DatasetItems,
  EncodedRevisionStore | Cursors | SqlClient.SqlClient
> => ({
  families: [family],
  layer: implement(family, datasetHandlers).pipe(
    Layer.provideMerge(DatasetItems.layer),
    Layer.provideMerge(DatasetStore.layer),
    Layer.provide(Layer.provide(DatasetPurges.layer({ administers }), evidence ?? Layer.empty)),
    Layer.provide(SchemaChecker.layer(checking))
  ),
  migrations: [revisions, migrations]
})
