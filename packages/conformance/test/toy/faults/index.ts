import { access } from "./access.ts"
import { builtIn } from "./built-in.ts"
import { contract } from "./contract.ts"
import { credentials } from "./credentials.ts"
import { crossing } from "./crossing.ts"
import { definitions } from "./definitions.ts"
import { document } from "./document.ts"
import { envelope } from "./envelope.ts"
import { errors } from "./errors.ts"
import { type Faults } from "./fault.ts"
import { headers } from "./headers.ts"
import { order } from "./order.ts"
import { fidelity } from "./fidelity.ts"
import { inputs } from "./inputs.ts"
import { lists } from "./lists.ts"
import { many } from "./many.ts"
import { orders } from "./orders.ts"
import { paging } from "./paging.ts"
import { recency } from "./recency.ts"
import { revisions } from "./revisions.ts"
import { trash } from "./trash.ts"
import { validation } from "./validation/index.ts"
import { verbs } from "./verbs.ts"

/** Servers that are wrong in one place each, in the order of the laws that they break. */
export const faults: Faults = {
  ...revisions,
  ...verbs,
  ...trash,
  ...recency,
  ...many,
  ...paging,
  ...orders,
  ...lists,
  ...envelope,
  ...inputs,
  ...fidelity,
  ...definitions,
  ...builtIn,
  ...validation,
  ...access,
  ...credentials,
  ...crossing,
  ...headers,
  ...order,
  ...errors,
  ...contract,
  ...document
}
