import { costs } from "./costs.ts"
import { deletion } from "./deletion.ts"
import { evidence } from "./evidence.ts"
import { fields } from "./fields.ts"
import { metrics } from "./metrics.ts"
import { order } from "./order.ts"
import { recorders } from "./recorders.ts"
import { scores } from "./scores.ts"
import { taking } from "./taking.ts"
import { tenancy } from "./tenancy.ts"
import { values } from "./values.ts"
import { walks } from "./walks.ts"

/** Checks of traces, where they are served. */
export const traces = [
  ...order,
  ...fields,
  ...walks,
  ...values,
  ...taking,
  ...evidence,
  ...metrics,
  ...scores,
  ...deletion,
  ...recorders,
  ...tenancy,
  ...costs
]
