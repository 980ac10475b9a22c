import type { Check } from "../check.ts"
import { laws } from "../laws.ts"
import { access } from "./access.ts"
import { contract } from "./contract.ts"
import { envelope } from "./envelope.ts"
import { paging } from "./paging.ts"
import { races } from "./races.ts"
import { revisions } from "./revisions.ts"

const order = Object.keys(laws)

/** Every check, in the order of the laws in SPEC.md. */
export const checks: ReadonlyArray<Check> = [
  ...revisions,
  ...races,
  ...paging,
  ...envelope,
  ...access,
  ...contract
].toSorted((a, b) => order.indexOf(a.law) - order.indexOf(b.law))
