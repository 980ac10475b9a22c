import type { EvalRun } from "@agent-operations/contract/evaluations"
import type { Pin } from "@agent-operations/revision-store"
import type { Scale } from "../../statistics/index.ts"
import type { Basis, Pinned } from "./plan.ts"
import type { Resolved } from "./resolve.ts"

/** What is told of what a run works with, and what its figures are computed by. Kept as JSON beside the run. */
export interface KeptPins extends Pick<EvalRun, "baseRunId"> {
  readonly pins: EvalRun["pins"]
  readonly scales: { readonly [alias: string]: Scale }
  readonly basis: Basis | null
}

/** The JSON that the store keeps of them; usage finds the IDs of scorers under `scorers`. */
export const pinsText = ({ pins, ...rest }: KeptPins): string => JSON.stringify({ ...pins, ...rest })

export const readPins = (text: string): KeptPins => {
  const { scales, basis, baseRunId, ...pins } = JSON.parse(text) as KeptPins["pins"] & Omit<KeptPins, "pins">
  return { pins, scales, basis, baseRunId }
}

const unique = <T extends { readonly id: string }>(all: ReadonlyArray<T>): ReadonlyArray<T> => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values()
]

const nameOf = ({ id, name, revision }: Omit<Pinned, "kind">) => ({ id, name, revision })

/** What is told of what a run works with. Law: X10. */
export const pinsOf = ({ plan, dataset }: Resolved): EvalRun["pins"] => ({
  app: plan.app === null ? null : nameOf(plan.app),
  dataset,
  scorers: Object.fromEntries(Object.entries(plan.scorers).map(([alias, scorer]) => [alias, nameOf(scorer)])),
  prompts: unique(Object.values(plan.models).map(({ prompt }) => ({ ...nameOf(prompt), label: null }))),
  connections: unique(
    Object.values(plan.models).map(({ connection: { id, name, pricesHash } }) => ({ id, name, pricesHash }))
  )
})

/** What has to be there until the run has ended, by what it is to the run. */
export const needsOf = ({ plan, dataset }: Resolved): ReadonlyArray<Pin> => {
  const pin = (alias: string, kind: string, { id, revision }: Pick<Pinned, "id" | "revision">) => ({
    alias,
    kind,
    id,
    revision
  })
  return [
    ...(plan.app === null ? [] : [pin("app", "app", plan.app)]),
    ...(dataset === null ? [] : [pin("dataset", "dataset", dataset)]),
    ...Object.entries(plan.scorers).map(([alias, scorer]) => pin(alias, "scorer", scorer)),
    ...Object.entries(plan.scorerApps).map(([alias, app]) => pin(alias, "app", app)),
    ...Object.values(plan.models).map(({ prompt }) => pin("prompt", "prompt", prompt))
  ]
}
