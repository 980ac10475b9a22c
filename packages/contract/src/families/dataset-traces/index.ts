/**
 * Making items of datasets from recorded traces.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { traceScopes } from "../traces/scopes.ts"
import { addTracesToDataset } from "./add.ts"

/** The operation that adds traces to datasets. It is served by who mounts it, beside `datasets` and `traces`. */
export const datasetTraces = family("datasetTraces", {
  title: "Datasets from traces",
  scopes: {
    "datasets:write": evaluationScopes["datasets:write"],
    "traces:read": traceScopes["traces:read"]
  },
  operations: { add: addTracesToDataset }
})
