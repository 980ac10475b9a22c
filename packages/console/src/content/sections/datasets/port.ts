/** What the pages ask for of datasets: operations, called as the person who opened the page. */
import type { Family, Operation } from "@agent-operations/contract"
import type { datasets } from "@agent-operations/contract/datasets"
import type { imports } from "@agent-operations/contract/imports"
import type { Code } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Input, invoke } from "../../port.ts"
import { readOnly } from "../../verbs.ts"

type Served = typeof datasets | typeof imports
type Id = Family.OperationId<Served>
type Result<I extends Id> = Operation.Result<Family.OperationById<Served, I>>
type Given<I extends Id> = Operation.EncodedInput<Family.OperationById<Served, I>>

export type ItemPage = Result<"list_dataset_items">
export type Item = Result<"get_dataset_item">
export type ItemInput = Given<"put_dataset_items">["items"][number]
export type Versions = Result<"list_dataset_versions">
export type Difference = Result<"compare_dataset_versions">["items"][number]
export type Imported = Result<"import_resources">
export type Report = NonNullable<Imported["report"]>
export type Files = Given<"import_resources">

const call = <I extends Id, const C extends Code>(id: I, codes: ReadonlyArray<C>, input: Given<I>) =>
  Effect.map(invoke(id, codes, input as Input), (result) => result as Result<I>)

export const listItems = (input: Given<"list_dataset_items">) =>
  readOnly(call("list_dataset_items", ["NOT_FOUND"], input))

export const readItem = (id: string, version?: number) =>
  readOnly(call("get_dataset_item", ["NOT_FOUND"], version === undefined ? { id } : { id, version }))

export const listVersions = (input: Given<"list_dataset_versions">) =>
  readOnly(call("list_dataset_versions", ["NOT_FOUND"], input))

export const compareVersions = (input: Given<"compare_dataset_versions">) =>
  readOnly(call("compare_dataset_versions", ["NOT_FOUND"], input))

export const putItems = (input: Given<"put_dataset_items">) =>
  call("put_dataset_items", ["NOT_FOUND", "CONFLICT", "ITEM_INVALID"], input)

export const deleteItems = (input: Given<"delete_dataset_items">) =>
  call("delete_dataset_items", ["NOT_FOUND", "CONFLICT"], input)

export const purgeItem = (input: Given<"purge_dataset_item">) =>
  call("purge_dataset_item", ["NOT_FOUND", "HUMAN_REQUIRED", "ADMIN_REQUIRED"], input)

export const restoreVersion = (input: Given<"restore_dataset_version">) =>
  call("restore_dataset_version", ["NOT_FOUND", "CONFLICT"], input)

export const importFiles = (input: Files) =>
  call("import_resources", ["NOT_FOUND", "REQUEST_KEY_REUSED", "IMPORT_REFUSED"], input)
