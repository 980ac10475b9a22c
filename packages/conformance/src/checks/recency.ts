import { expect, expectSame } from "../Broken.ts"
import type { Context } from "../check.ts"
import { type Answer, type Client, type Definition, expectCode } from "../client.ts"
import { racesAt } from "../power.ts"
import { Inconclusive } from "../Inconclusive.ts"
import type { ServedKind } from "../served.ts"
import { type Page, referenceTo, withDefinitions } from "./fixtures.ts"
import { type OfKind, perKind } from "./per.ts"

/** How many definitions are raced at once: a pool of connections is kept busy by three calls of each. */
const lanes = 8

/** A definition that is raced for, and what is known of it. */
interface Lane {
  readonly word: string
  readonly id: string
  /** What it refers to in every second revision; undefined where nobody can be asked who refers to it. */
  readonly used: { readonly kind: ServedKind; readonly id: string } | undefined
  /** The revisions that may be current: one, or while two writes race, two. */
  readonly possible: ReadonlyArray<Definition>
}

/** A read of a definition, and how it shows which revision was seen. */
interface Read {
  readonly operation: string
  readonly input: (lane: Lane) => object
  /** Whether an answer shows a revision, and nothing else. */
  readonly shows: (answer: Answer, revision: Definition, lane: Lane) => void
}

const readsOf = (kind: ServedKind, used: ServedKind | undefined): ReadonlyArray<Read> => {
  const list: Omit<Read, "input"> = {
    operation: kind.id("list"),
    shows: ({ data }, revision) => {
      const { items, total } = data as Page
      expectSame("R4", items, [revision], "the items of a list")
      expect("R4", total === 1, `the total of a list of one definition is ${total}`)
    }
  }
  return [
    {
      operation: kind.id("get"),
      input: ({ id }) => ({ id }),
      shows: ({ data }, revision) => expectSame("R4", data, revision, "a definition")
    },
    {
      operation: kind.id("get"),
      input: ({ id, possible }) => ({ id, revision: possible.at(-1)!.revision }),
      shows: (answer, revision, { possible }) =>
        revision === possible.at(-1)
          ? expectSame("R4", answer.data, revision, `revision ${revision.revision}`)
          : expectCode("R4", answer, "NOT_FOUND", `revision ${revision.revision + 1}`)
    },
    { ...list, input: ({ word }) => ({ search: word, includeTotal: true }) },
    {
      operation: kind.id("history"),
      input: ({ id }) => ({ id, limit: 2 }),
      shows: ({ data }, revision) =>
        expectSame("R4", (data as Page).items[0], revision, "the first definition of a history")
    },
    ...(used?.dependencies === undefined
      ? []
      : [
          {
            operation: used.dependencies,
            input: ({ used }: Lane) => ({ id: used!.id }),
            shows: ({ data }: Answer, { id, name, revision, references }: Definition) => {
              const refers = "used" in (references as object)
              const item = { kind: kind.name, id, name, revision, alias: "used", pinnedRevision: null }
              expectSame("R4", data, { items: refers ? [item] : [], hasMore: false }, "dependencies")
            }
          }
        ])
  ]
}

/** Fails unless an answer shows one of the revisions that may be current, whole. */
const expectOneOf = (read: Read, answer: Answer, lane: Lane, when: string) => {
  const whys = lane.possible.map((revision) => {
    try {
      read.shows(answer, revision, lane)
      return undefined
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause)
    }
  })
  const numbers = lane.possible.map(({ revision }) => revision).join(" or ")
  expect("R4", whys.includes(undefined), `${when}, ${read.operation} is to show revision ${numbers}: ${whys.at(-1)}`)
}

/** What an update writes in all of a definition, so that no two revisions have anything in common. */
const changesOf = (kind: ServedKind, { word, used, possible }: Lane, token: string) => {
  const revision = possible[0]!.revision + 1
  const uses = revision % 2 === 0 && used !== undefined ? { used: referenceTo(used.kind, used.id) } : {}
  const references = kind.references(uses)
  const content = kind.isBuiltIn ? kind.openJson?.put({ token }) : undefined
  return { ...content, name: `${word} ${token}`, description: token, references }
}

/**
 * Two updates of one revision and a read at the same time, and when both are answered, two reads more, of two clients: one
 * update wins, and each read shows a revision that was current then, whole.
 */
const race = async (
  { kind, tried }: OfKind & Context,
  [client, other]: readonly [Client, Client],
  lane: Lane,
  read: Read,
  token: string
): Promise<Lane> => {
  const [before] = lane.possible as readonly [Definition]
  const { id } = lane
  const racing = { ...lane, possible: [before, { ...before, revision: before.revision + 1 }] }
  const update = (by: Client, mine: string) =>
    by.call(kind.id("update"), { id, expectedRevision: before.revision, ...changesOf(kind, lane, mine) })
  const [beside, ...answers] = await Promise.all([
    other.call(read.operation, read.input(racing)),
    update(client, `${token}a`),
    update(client, `${token}b`)
  ])
  const won = answers.filter(({ status }) => status === 200)
  const told = answers.map(({ status, error }) => error?.code ?? status).join(" and ")
  expect("R4", won.length === 1, `two updates of revision ${before.revision} were answered ${told}`)
  const lost = answers.find(({ status }) => status !== 200)!
  expectCode("R4", lost, "CONFLICT", "the update that lost")
  const after = won[0]!.data as Definition
  expect("R4", after.revision === before.revision + 1, `revision ${before.revision} was followed by ${after.revision}`)
  const raced = { ...lane, possible: [before, after] }
  expectOneOf(read, beside, raced, "beside an update")
  const then = { ...lane, possible: [after] }
  const reads = await Promise.all([client, other].map((by) => by.call(read.operation, read.input(then))))
  for (const answer of reads) expectOneOf(read, answer, then, "after an update was acknowledged")
  tried("races", 1)
  tried(read.operation, 3)
  return then
}

/** The kind that a kind may refer to, and that can be asked who does. */
const usedBy = ({ kind, others }: OfKind) =>
  [kind, ...others].find(({ name, dependencies }) => dependencies !== undefined && kind.mayReference.includes(name))

/** So often is a definition left for another, where the server was away, until its races are not to be decided. */
const maxLeft = 8

/** Races for one definition of its own after the other; where the server was away, for another, as a write may come late. */
const raceFor = async (
  context: OfKind & Context,
  clients: readonly [Client, Client],
  reads: ReadonlyArray<Read>,
  used: ServedKind | undefined,
  { rounds, goesOn }: { readonly rounds: number; readonly goesOn: () => boolean }
): Promise<void> => {
  const { client, kind, word } = context
  const done = { rounds: 0, left: 0 }
  const raceAll = async ([first]: ReadonlyArray<Definition>, target: Definition | undefined) => {
    const uses = used === undefined || target === undefined ? undefined : { kind: used, id: target.id }
    let lane: Lane = { word: first!.name, id: first!.id, used: uses, possible: [first!] }
    for (; done.rounds < rounds && goesOn(); done.rounds++)
      lane = await race(context, clients, lane, reads[done.rounds % reads.length]!, `${done.rounds}`)
  }
  while (done.rounds < rounds && goesOn()) {
    try {
      await withDefinitions(client, used ?? kind, used === undefined ? [] : [word()], ([target]) =>
        withDefinitions(client, kind, [word()], (made) => raceAll(made, target))
      )
    } catch (cause) {
      if (!(cause instanceof Inconclusive) || ++done.left > maxLeft) throw cause
    }
  }
}

/** What goes wrong by chance needs many tries: they are cheap, several at a time, and wait for nothing. */
export const recency = [
  perKind(
    "R4",
    ["R4.one", "R4.recent"],
    "of many races of two updates, one of each wins, and no read beside or after them is torn or older than what was acknowledged",
    async (context) => {
      const { client, kind, others, quick, scale, target } = context
      const used = usedBy(context)
      const reads = readsOf(kind, used)
      const clients = [client, context.as({ key: target.readOnlyKey })] as const
      const rounds = Math.ceil(racesAt(scale, quick) / (others.length + 1) / lanes)
      const state = { broken: false }
      const racing = Array.from({ length: lanes }, async (_, n) => {
        const turned = [...reads.slice(n % reads.length), ...reads.slice(0, n % reads.length)]
        try {
          await raceFor(context, clients, turned, used, { rounds, goesOn: () => !state.broken })
        } catch (cause) {
          state.broken = true
          throw cause
        }
      })
      for (const end of await Promise.allSettled(racing)) if (end.status === "rejected") throw end.reason
    }
  )
]
