import { Broken, expect } from "../Broken.ts"
import type { Context } from "../check.ts"
import type { Client } from "../client.ts"
import {
  explainMany,
  type ManyAct,
  type ManyRecorded,
  type ManyReply,
  recordMany,
  renderMany,
  type Send,
  shrinkMany
} from "../history/index.ts"
import { Inconclusive } from "../Inconclusive.ts"
import type { ServedKind } from "../served.ts"
import { type OfKind, perKind } from "./per.ts"
import fc from "fast-check"

/** What a client does next: which act, on which definition, and under which name or with which other. */
type Step = readonly [act: number, which: number, other: number]

/** A definition as some client saw it last. */
interface Known {
  readonly kind: string
  readonly id: string
  readonly revision: number
}

/** The operations that a history of many definitions is made of. */
const verbs = ["create", "update", "restore", "delete", "get", "list"] as const

/** Acts by how often they come. No copies: nothing promises that one reads and is made at one moment. */
const choices = [
  ...["create", "rename", "rename", "change", "delete", "delete", "delete", "restore"],
  ...["attach", "attach", "attach", "attach", "detach", "list", "list", "read", "dependencies"]
] as const

/** What is sent by a history's clients; what was thrown, and is no answer, ends the history. */
const sendBy =
  (client: Client): Send =>
  async (operation, input) => {
    const { data, error } = await client.call(operation, input)
    return error === undefined ? { data } : { error }
  }

/** How many definitions clients act on at a time. */
const maxMet = 4

/** The act of a step, among the definitions that are known by then. */
const actOf = (
  [choice, which, other]: Step,
  { kinds, known, names, token }: Playing & { readonly token: string }
): ManyAct => {
  const name = names[other % names.length]!
  const kind = kinds[which % kinds.length]!
  // Few, so that clients meet.
  const one = known[which % Math.min(maxMet, Math.max(1, known.length))]
  const create = { type: "create", kind: kind.name, name, token, uses: {} } as const
  const type = choices[choice % choices.length]
  if (one === undefined || type === "create") return create
  const about = { kind: one.kind, id: one.id }
  const write = { ...about, expectedRevision: one.revision }
  switch (type) {
    case "rename":
      return { ...write, type: "update", name }
    case "delete":
      return { ...write, type: "delete" }
    case "restore":
      return { ...write, type: "restore", revision: 1 + (other % one.revision) }
    case "attach": {
      const from = kinds.find((served) => served.name === one.kind)!
      const usable = known.filter((used) => used.id !== one.id && from.mayReference.includes(used.kind))
      const used = usable[other % Math.min(2, Math.max(1, usable.length))]
      return { ...write, type: "update", token, ...(used === undefined ? {} : { uses: { used: used.id } }) }
    }
    case "detach":
      return { ...write, type: "update", uses: {} }
    case "list":
      return { type: "list", kind: kind.name }
    case "read":
      return { ...about, type: "read" }
    case "dependencies":
      return kinds.find((served) => served.name === one.kind)!.dependencies === undefined
        ? { type: "list", kind: one.kind }
        : { ...about, type: "dependencies" }
    default:
      return { ...write, type: "update", token }
  }
}

interface Playing {
  readonly kinds: ReadonlyArray<ServedKind>
  readonly known: ReadonlyArray<Known>
  readonly names: ReadonlyArray<string>
}

/** Notes what a client saw, for those that come after it; what is deleted, is mostly left alone. */
const note = (known: Array<Known>, act: ManyAct, reply: ManyReply) => {
  const at = (id: string) => known.findIndex((one) => one.id === id)
  const keep = (one: Known) => {
    const n = at(one.id)
    if (n === -1) known.push(one)
    else if (known[n]!.revision < one.revision) known[n] = one
  }
  if (reply.type === "shown") keep({ kind: act.kind, id: reply.seen.id, revision: reply.seen.revision })
  if (reply.type === "deleted" && "id" in act) known.splice(at(act.id), at(act.id) === -1 ? 0 : 1)
  if (reply.type === "refused" && "id" in act && reply.refusal.code === "CONFLICT")
    keep({ kind: act.kind, id: act.id, revision: reply.refusal.currentRevision })
}

/** Every definition that a history made. */
const madeIn = (history: ReadonlyArray<ManyRecorded>) => {
  const kinds = new Map(
    history.flatMap(({ act, reply }) => (reply.type === "shown" ? [[reply.seen.id, act.kind] as const] : []))
  )
  return [...kinds].map(([id, kind]) => ({ kind, id }))
}

/** Leaves nothing behind: first what refers, then everything. */
const clear = async (
  client: Client,
  kinds: ReadonlyArray<ServedKind>,
  made: ReadonlyArray<Pick<Known, "kind" | "id">>
) => {
  const idOf = (name: string, verb: "get" | "update" | "delete") => kinds.find((kind) => kind.name === name)!.id(verb)
  const revisions = await Promise.all(
    made.map(async ({ kind, id }) => {
      const { data } = await client.call(idOf(kind, "get"), { id })
      const { revision, references } = (data ?? { revision: 0, references: {} }) as {
        readonly revision: number
        readonly references: object
      }
      if (Object.keys(references).length === 0) return revision
      await client.call(idOf(kind, "update"), { id, expectedRevision: revision, references: {} })
      return revision + 1
    })
  )
  await Promise.all(
    made.map(({ kind, id }, n) =>
      revisions[n] === 0
        ? Promise.resolve()
        : client.call(idOf(kind, "delete"), { id, expectedRevision: revisions[n]! })
    )
  )
}

/**
 * Acts at once that only one order of a few allows: a delete and those that attach, two that take one name, and what looks
 * on. Random acts seldom meet so closely.
 */
const meet = async (
  kinds: ReadonlyArray<ServedKind>,
  own: string,
  act: (by: string, act: ManyAct) => Promise<ManyReply>
) => {
  const [user, used = user] = kinds as readonly [ServedKind, ServedKind?]
  for (const round of [0, 1]) {
    const make = async (kind: ServedKind, name: string) => {
      const token = `${name} ${round}`
      const made = await act("first", { type: "create", kind: kind.name, name: `${own} ${token}`, token, uses: {} })
      return made.type === "shown" ? made.seen.id : undefined
    }
    const [target, id] = [await make(used, "met"), await make(user, "meets")]
    if (target === undefined || id === undefined) return
    const name = `${own} wanted ${round}`
    const uses: Record<string, string> = user.mayReference.includes(used.name) ? { used: target } : {}
    const acts: ReadonlyArray<ManyAct> = [
      { type: "delete", kind: used.name, id: target, expectedRevision: 1 },
      { type: "update", kind: user.name, id, expectedRevision: 1, token: "met", uses },
      { type: "create", kind: user.name, name, token: "first", uses },
      { type: "create", kind: user.name, name, token: "second", uses: {} },
      { type: "list", kind: user.name }
    ]
    const ordered = round === 0 ? acts : acts.toReversed()
    await Promise.all(ordered.map((one, n) => act(`client ${n}`, one)))
    await act("first", { type: "list", kind: used.name })
  }
}

/** Has clients do what their scripts say, all at once, to a few definitions that share names and refer to one another. */
const play = async (
  { client, word }: Context,
  kinds: ReadonlyArray<ServedKind>,
  scripts: ReadonlyArray<ReadonlyArray<Step>>
) => {
  const own = word()
  const names = ["a", "A", "b", "c", "d", "e"].map((name) => `${own} ${name}`)
  const recorder = recordMany(
    own,
    kinds.map((kind) => ({ name: kind.name, body: kind.body(own), list: kind.id("list") }))
  )
  const known: Array<Known> = []
  const thrown: Array<unknown> = []
  const send: Send = (operation, input) =>
    sendBy(client)(operation, input).catch((cause: unknown) => {
      thrown.push(cause)
      throw cause
    })
  const act = async (by: string, step: Step, token: string) => {
    const next = actOf(step, { kinds, known, names, token })
    note(known, next, await recorder.act(by, send, next))
  }
  try {
    for (const n of [0, 1, 2]) await act("first", [0, n, n + 1], `first ${n}`)
    await Promise.all(
      scripts.map(async (script, n) => {
        for (const [at, step] of script.entries()) if (thrown.length === 0) await act(`client ${n}`, step, `${n}.${at}`)
      })
    )
    if (thrown.length === 0) await meet(kinds, own, (by, next) => recorder.act(by, send, next))
    if (thrown.length > 0) throw thrown.find((cause) => cause instanceof Broken) ?? thrown[0]
    const found = explainMany(recorder.history)
    if (found === "undecided") throw new Inconclusive("the search for an order of what clients saw became too long")
    expect(
      "R4",
      found !== "none",
      `no order explains this part of what clients saw:\n${renderMany(shrinkMany(recorder.history))}`
    )
  } finally {
    await clear(client, kinds, madeIn(recorder.history)).catch(() => {})
  }
}

/** A kind, and another that it may refer to, or else itself alone. */
const kindsOf = ({ kind, others }: OfKind): ReadonlyArray<ServedKind> => {
  const used = others.find(({ name, has }) => kind.mayReference.includes(name) && verbs.every(has))
  return used === undefined ? [kind] : [kind, used]
}

/** How many clients there are, and how much each does: many at once, and long enough that each meets the others. */
const [clients, steps] = [5, 14]

export const many = [
  perKind(
    "R4",
    ["R4.many"],
    "some order explains what concurrent clients saw of many definitions: names, references, lists and totals",
    async (context) => {
      const kinds = kindsOf(context)
      // What is not served cannot be part of it.
      for (const verb of verbs) context.kind.id(verb)
      const step = fc.tuple(fc.nat(choices.length - 1), fc.nat(20), fc.nat(20))
      const script = fc.array(step, { minLength: steps, maxLength: steps })
      // What was seen is made smaller, and not the scripts, which race in another way each time.
      const all = fc.noShrink(fc.array(script, { minLength: clients, maxLength: clients }))
      await context.forAll(all, 24, (scripts) => play(context, kinds, scripts))
    }
  )
]
