import { check, type CheckOptions, type Context } from "../../check.ts"
import type { Law } from "../../laws.ts"
import type { Requirement } from "../../requirements/index.ts"
import type { Served } from "../../served.ts"
import { withDefinitions } from "../fixtures.ts"
import type { ChecksOf } from "../per.ts"

const operations = [
  "create_dataset",
  "put_dataset_items",
  "delete_dataset_items",
  "list_dataset_items",
  "list_dataset_versions",
  "restore_dataset_version"
]

/** Whether a server serves datasets. */
export const servesDatasets = ({ find }: Pick<Served, "find">): boolean =>
  operations.every((id) => find(id) !== undefined)

/** What checks look at of an item. */
export interface Item {
  readonly id: string
  readonly externalId: string | null
  readonly input: unknown
  readonly position: number
}

/** What checks of datasets work with. */
export interface OfDatasets {
  /** Creates a dataset without items, and deletes it in the end. */
  readonly withDataset: (use: (datasetId: string) => Promise<void>) => Promise<void>
}

/** A check of datasets, where they are served. */
export const ofDatasets =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: (context: Context & OfDatasets) => Promise<void>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) => {
    const kind = served.kinds.find(({ name }) => name === "dataset")
    if (kind === undefined || !servesDatasets(served)) return []
    const checking = (context: Context) => {
      const { client, word } = context
      const withDataset: OfDatasets["withDataset"] = (use) =>
        withDefinitions(client, kind, [word()], async ([made]) => use(made!.id))
      return run({ ...context, withDataset })
    }
    return [check(law, `${kind.family}: ${title}`, checking, { ...options, covers, family: kind.family })]
  }
