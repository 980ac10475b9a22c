import { assert } from "vitest"
import { familyOf, reads } from "./contract.ts"
import type { Walk } from "./walk.ts"
import type { Case } from "./world/project.ts"

type Members = Readonly<Record<string, unknown>>

interface Told {
  /** `get_eval_run/items/*` */
  readonly where: string
  readonly members: Members
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * What a thing is known by, if it is one: an item has other content in other versions, a run is pinned to one, and spans of two
 * traces may have one ID. Labels are known by their prompts, and submissions of reviews by their numbers.
 */
const nameOf = ({ id, traceId, fromVersion, version, kind, promptId, label, submittedAt, number }: Members) => {
  if (typeof id === "string" && kind === undefined) return JSON.stringify([id, traceId, fromVersion, version])
  if (typeof promptId === "string") return JSON.stringify([promptId, label])
  return typeof number === "number" ? JSON.stringify([submittedAt, number]) : undefined
}

/**
 * The things in an answer, by name, but for definitions and references to them: of those there are revisions,
 * which processes remember for ever, and which are not put back here.
 */
function* thingsIn(value: unknown, where: string): Generator<readonly [name: string, told: Told]> {
  if (Array.isArray(value)) for (const one of value) yield* thingsIn(one, `${where}/*`)
  if (!isMembers(value)) return
  const name = nameOf(value)
  if (name !== undefined) yield [name, { where, members: value }]
  // A report of what was done is of another time than what it is about.
  for (const [key, member] of Object.entries(value)) if (key !== "report") yield* thingsIn(member, `${where}/${key}`)
}

/** Where two tellings of one thing differ in what both have. */
function* differencesOf(one: unknown, other: unknown, path = ""): Generator<string> {
  if (!isMembers(one) || !isMembers(other)) {
    const [a, b] = [one, other].map((value) => JSON.stringify(value))
    if (a !== b) yield `${path}: ${a} and ${b}`
    return
  }
  for (const name of Object.keys(one))
    if (name in other) yield* differencesOf(one[name], other[name], `${path}/${name}`)
}

const isWrite = ({ operation }: Case) => familyOf(operation) !== undefined && !reads.has(operation)

const isDefinition = (data: unknown) => isMembers(data) && "kind" in data

/**
 * Holds operations to tell one thing alike: in the answer of what wrote it, by itself, and in lists. What it has to
 * be is held by the tests of its family, which then need to look at one of the answers alone.
 */
export const holdAlike = async (walk: Walk): Promise<void> => {
  const dataOf = async (one: Case) => {
    const { status, text } = await walk.call(one)
    return status === 200 ? (JSON.parse(text) as { data: unknown }).data : undefined
  }
  const differences: Array<string> = []
  const compared = new Set<string>()
  for (const one of walk.cases.filter(isWrite)) {
    const data = await dataOf(one)
    if (data !== undefined && !isDefinition(data)) {
      const known = new Map(thingsIn(data, one.operation))
      const family = familyOf(one.operation)
      const ofFamily = walk.cases.filter(({ operation }) => reads.has(operation) && familyOf(operation) === family)
      for (const read of ofFamily) {
        for (const [name, told] of thingsIn(await dataOf(read), read.operation)) {
          const first = known.get(name)
          if (first === undefined) known.set(name, told)
          else {
            compared.add(`${first.where} ${told.where}`)
            for (const difference of differencesOf(first.members, told.members)) {
              differences.push(`${first.where} and ${told.where} after ${one.operation}, ${difference}`)
            }
          }
        }
      }
    }
    await walk.changed()
  }
  assert.deepStrictEqual(differences, [])
  assert.isAbove(compared.size, 100)
}
