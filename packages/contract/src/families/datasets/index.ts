/**
 * Datasets: the cases that agents are evaluated with, whose items have versions.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { deleteDatasetItems, getDatasetItem, listDatasetItems, putDatasetItems } from "./items.ts"
import { Dataset } from "./kind.ts"
import { purgeDatasetItem } from "./purge.ts"
import { compareDatasetVersions, listDatasetVersions, restoreDatasetVersion } from "./versions.ts"

export { DatasetItem, DatasetItemInput } from "./item.ts"
export { Dataset } from "./kind.ts"

/** The operations over datasets and their items. They are served by who mounts them: `viewFamilies` does not have them. */
export const datasets = family("datasets", {
  title: "Datasets",
  scopes: {
    "datasets:read": evaluationScopes["datasets:read"],
    "datasets:write": evaluationScopes["datasets:write"]
  },
  kinds: [Dataset],
  operations: {
    ...definitionVerbs(Dataset),
    items: listDatasetItems,
    item: getDatasetItem,
    put: putDatasetItems,
    deleteItems: deleteDatasetItems,
    versions: listDatasetVersions,
    compare: compareDatasetVersions,
    restoreVersion: restoreDatasetVersion,
    purge: purgeDatasetItem
  }
})
