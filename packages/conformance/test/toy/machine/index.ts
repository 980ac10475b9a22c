import { whyEquivalent } from "./equivalent.ts"
import type { Mutant } from "./mutant.ts"
import { access } from "./operators/access.ts"
import { bodies } from "./operators/bodies.ts"
import { document } from "./operators/document.ts"
import { errors } from "./operators/errors.ts"
import { inputs } from "./operators/inputs.ts"
import { paging } from "./operators/paging.ts"
import { results } from "./operators/results.ts"
import { writesOf } from "./operators/writes.ts"

/** What the operators are about, and the wrong servers that they make. */
const groups = { inputs, bodies, results, errors, access, paging, writes: writesOf, document }

export const groupNames = Object.keys(groups)

export interface Numbered {
  readonly index: number
  readonly group: string
  readonly mutant: Mutant
  /** What tells it to people. */
  readonly title: string
  /** Why no client can tell it from the right server. */
  readonly equivalent: string | undefined
}

/** Every wrong server, in an order that only grows with the contract and the operators. */
export const mutants: ReadonlyArray<Numbered> = Object.entries(groups)
  .flatMap(([group, all]) => all.map((mutant) => ({ group, mutant })))
  .map(({ group, mutant }, index) => ({
    index,
    group,
    mutant,
    title: `${group}: ${mutant.operation} ${mutant.place}: ${mutant.operator}`,
    equivalent: whyEquivalent(mutant)
  }))

/** So many of them, by a seed. */
export const sampleOf = (all: ReadonlyArray<Numbered>, count: number, seed: number): ReadonlyArray<Numbered> => {
  let state = seed
  const random = () => (state = (state * 48_271 + 11) % 2_147_483_647)
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}
