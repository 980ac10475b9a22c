import type { Check } from "../check.ts"
import { laws } from "../laws.ts"
import { isOfApps, isOfDatasets, isOfEvaluations, isOfPrompts, isOfReviews, isOfTraces } from "../requirements/index.ts"
import { access } from "./access.ts"
import { bounds } from "./bounds.ts"
import { chains, references } from "./chains.ts"
import { customFields } from "./built-in/custom-fields.ts"
import { pageViews } from "./built-in/page-views.ts"
import { validation } from "./built-in/validation/index.ts"
import { contract } from "./contract.ts"
import { cursors } from "./cursors.ts"
import { dependencies } from "./dependencies.ts"
import { credentials } from "./credentials.ts"
import { crossing } from "./crossing.ts"
import { definitions } from "./definitions.ts"
import { document } from "./document.ts"
import { envelope } from "./envelope.ts"
import { fidelity } from "./fidelity.ts"
import { headers } from "./headers.ts"
import { inputs } from "./inputs.ts"
import { lists } from "./lists.ts"
import { names } from "./names.ts"
import { many } from "./many.ts"
import { order as orderOfChecks } from "./order.ts"
import { orders } from "./orders.ts"
import { paging } from "./paging.ts"
import type { Served } from "../served.ts"
import type { ChecksOf } from "./per.ts"
import { races } from "./races.ts"
import { recency } from "./recency.ts"
import { revisions } from "./revisions.ts"
import { searches } from "./searches.ts"
import { trash } from "./trash.ts"
import { apps, servesApps } from "./apps/index.ts"
import { datasets } from "./datasets/index.ts"
import { servesDatasets } from "./datasets/of-datasets.ts"
import { evaluations, servesEvaluations } from "./evaluations/index.ts"
import { prompts } from "./prompts/index.ts"
import { servesPrompts } from "./prompts/of-prompts.ts"
import { reviews, servesReviews } from "./reviews/index.ts"
import { traces } from "./traces/index.ts"
import { servesTraces } from "./traces/of-traces.ts"

/** Checks that a family has beside those that every family has, by family name. */
export type FamilyChecks = Readonly<Record<string, ReadonlyArray<Check>>>

const order = Object.keys(laws)

/** What every family and every kind is held to. */
const shared: ReadonlyArray<ChecksOf> = [
  ...revisions,
  ...chains,
  ...references,
  ...trash,
  ...races,
  ...recency,
  ...names,
  ...many,
  ...paging,
  ...orders,
  ...lists,
  ...searches,
  ...cursors,
  ...dependencies,
  ...envelope,
  ...inputs,
  ...bounds,
  ...fidelity,
  ...definitions,
  ...pageViews,
  ...customFields,
  ...validation,
  ...traces,
  ...datasets,
  ...prompts,
  ...reviews,
  ...apps,
  ...evaluations,
  ...access,
  ...credentials,
  ...crossing,
  ...headers,
  ...orderOfChecks,
  ...contract,
  ...document
]

/** What only some servers are told of, and which those are. */
const ofSome = [
  { serves: servesTraces, isOf: isOfTraces },
  { serves: servesDatasets, isOf: isOfDatasets },
  { serves: servesPrompts, isOf: isOfPrompts },
  { serves: servesReviews, isOf: isOfReviews },
  { serves: servesApps, isOf: isOfApps },
  { serves: servesEvaluations, isOf: isOfEvaluations }
]

/** Whether a server of some families is told of a requirement. */
export const isToldOf =
  (served: Served) =>
  (requirement: string): boolean =>
    ofSome.every(({ serves, isOf }) => serves(served) || !isOf(requirement))

/** Every check of some families, in the order of the laws in SPEC.md. */
export const allChecksOf = (served: Served, familyChecks: FamilyChecks = {}): ReadonlyArray<Check> => {
  const own = served.families.flatMap(({ name }) =>
    (familyChecks[name] ?? []).map((one) => ({ ...one, title: `${name}: ${one.title}`, family: name }))
  )
  return [...shared.flatMap((checksOf) => checksOf(served)), ...own].toSorted(
    (a, b) => order.indexOf(a.law) - order.indexOf(b.law)
  )
}
