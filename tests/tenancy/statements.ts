import { placeOf } from "./explained.ts"
import { placesIn } from "./places.ts"
import { predicatesOf } from "./predicates.ts"
import type { Outcome, Walk } from "./walk.ts"
import type { Case } from "./world/project.ts"

/** A statement that the walk issues, by its shape, and the calls that issue it. */
export interface Issued {
  readonly shape: string
  readonly text: string
  readonly by: ReadonlyArray<Case>
}

/** A condition that was taken away, and the call that showed it; undefined where none did. */
export interface Taken {
  readonly issued: Issued
  readonly condition: string
  readonly seenBy: string | undefined
  /** Why the server did not take the statement without it. */
  readonly refused: string | undefined
  /** Where it stands: the operation that issues it first, and the table. */
  readonly place: string
}

const same = (one: Outcome, other: Outcome) => JSON.stringify(one) === JSON.stringify(other)

/** How many calls of a statement are looked at: others that issue it do so in the same way. */
const enough = 6

/** The same call for what is of others: of the organization, and of one that has a project by the same ID. */
const ofOthers = (one: Case): ReadonlyArray<Case> =>
  placesIn(one.input).flatMap(({ put }) => ["f1", "f3"].map((mark): Case => ({ ...one, input: put(mark) })))

/** What every call comes to with nothing taken away, made once. */
const remembering = (walk: Walk) => {
  const known = new Map<string, Promise<Outcome>>()
  return (one: Case): Promise<Outcome> => {
    const name = JSON.stringify(one)
    const outcome = known.get(name) ?? walk.run(one)
    known.set(name, outcome)
    return outcome
  }
}

/** Makes every call of the walk, and tells which statements each issues. */
export const watch = async (walk: Walk) => {
  const outcome = remembering(walk)
  const issued = new Map<string, { text: string; by: Array<Case> }>()
  for (const one of walk.cases) {
    await outcome(one)
    for (const [shape, text] of walk.statements.sent) {
      const known = issued.get(shape) ?? { text, by: [] }
      issued.set(shape, known)
      known.by.push(one)
    }
  }
  return { outcome, issued: [...issued].map(([shape, { text, by }]): Issued => ({ shape, text, by })) }
}

/**
 * Takes the conditions of a statement away, one at a time, until a call of it comes to something else. Each is looked at by a
 * process that remembers nothing, and the statement on tables that are as they were made, whatever was looked at before.
 */
export const takeAway = async (
  walk: Walk,
  { outcome }: Pick<Awaited<ReturnType<typeof watch>>, "outcome">,
  issued: Issued
): Promise<ReadonlyArray<Taken>> => {
  const { statements } = walk
  const cases = issued.by.slice(0, enough)
  const all = [...cases, ...cases.flatMap(ofOthers).slice(0, 4 * enough)]
  for (const one of all) await outcome(one)
  await walk.renew()
  const taken: Array<Taken> = []
  for (const [predicate, { text: condition }] of predicatesOf(issued.text).entries()) {
    await walk.restart()
    statements.without = { shape: issued.shape, predicate }
    statements.refused = undefined
    let seenBy: string | undefined
    for (const one of all) {
      if (same(await walk.run(one), await outcome(one))) continue
      seenBy = one.operation
      break
    }
    const { refused } = statements
    statements.without = undefined
    taken.push({ issued, condition, seenBy, refused, place: placeOf(issued.by[0]!.operation, issued.text, condition) })
  }
  return taken
}
