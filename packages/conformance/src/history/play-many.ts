import fc from "fast-check"
import type { ManyAct, ManyReply } from "./explain-many.ts"

/** What a client does next: which act, on which definition, and under which name or with which other. */
export type ManyStep = readonly [act: number, which: number, other: number]

/** What each client does, one after the other. */
export type ManyScripts = ReadonlyArray<ReadonlyArray<ManyStep>>

/** How many clients there are, and how many steps each takes. */
export interface ScriptOptions {
  readonly clients: number
  readonly steps: number
}

/** A kind that clients act on. */
export interface PlayedKind {
  readonly name: string
  readonly mayReference: ReadonlyArray<string>
  /** Whether there is an operation that tells its dependencies. */
  readonly hasDependencies: boolean
}

/** Sends an act of a client, and says what it was answered. */
export type PlayAct = (client: string, act: ManyAct) => Promise<ManyReply>

/** A definition as some client saw it last. */
interface Known {
  readonly kind: string
  readonly id: string
  readonly revision: number
}

interface Playing {
  readonly kinds: ReadonlyArray<PlayedKind>
  readonly known: ReadonlyArray<Known>
  readonly names: ReadonlyArray<string>
}

/** Acts by how often they come. */
const choices = [
  ...["create", "rename", "rename", "change", "copy", "copy", "delete", "delete", "delete", "restore"],
  ...["attach", "attach", "attach", "attach", "detach", "list", "list", "read", "dependencies"]
] as const

/** How many definitions clients act on at a time. */
const maxMet = 4

/**
 * Scripts of so many clients, of so many steps each. Races go another way each time: what is made smaller is the history,
 * by `shrinkMany`, and not its scripts.
 */
export const manyScripts = ({ clients, steps }: ScriptOptions) => {
  const step = fc.tuple(fc.nat(choices.length - 1), fc.nat(20), fc.nat(20))
  const script = fc.array(step, { minLength: steps, maxLength: steps })
  return fc.noShrink(fc.array(script, { minLength: clients, maxLength: clients }))
}

/**
 * Draws scripts from a seed: the same ones each time.
 *
 * @example
 * await playMany({ word, kinds, scripts: drawManyScripts(7, { clients: 5, steps: 14 }), act })
 */
export const drawManyScripts = (seed: number, options: ScriptOptions): ManyScripts =>
  fc.sample(manyScripts(options), { seed, numRuns: 1 })[0]!

/** The act of a step, among the definitions that are known by then. */
const actOf = (
  [choice, which, other]: ManyStep,
  { kinds, known, names, token }: Playing & { readonly token: string }
): ManyAct => {
  const name = names[other % names.length]!
  const kind = kinds[which % kinds.length]!
  // Few, so that clients meet.
  const one = known[which % Math.min(maxMet, Math.max(1, known.length))]
  const type = choices[choice % choices.length]
  if (one === undefined || type === "create") return { type: "create", kind: kind.name, name, token, uses: {} }
  const about = { kind: one.kind, id: one.id }
  const write = { ...about, expectedRevision: one.revision }
  const own = kinds.find((played) => played.name === one.kind)!
  switch (type) {
    case "rename":
      return { ...write, type: "update", name }
    case "copy":
      return { ...about, type: "copy", name }
    case "delete":
      return { ...write, type: "delete" }
    case "restore":
      return { ...write, type: "restore", revision: 1 + (other % one.revision) }
    case "attach": {
      const usable = known.filter((used) => used.id !== one.id && own.mayReference.includes(used.kind))
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
      return own.hasDependencies ? { ...about, type: "dependencies" } : { type: "list", kind: one.kind }
    default:
      return { ...write, type: "update", token }
  }
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

/**
 * Acts at once that only one order of a few allows: a delete and those that attach, those that take one name, a copy that
 * takes the name of its source beside the delete of that, and what looks on. Random acts seldom meet so closely.
 */
const meet = async (kinds: ReadonlyArray<PlayedKind>, word: string, act: PlayAct) => {
  const [user, used = user] = kinds as readonly [PlayedKind, PlayedKind?]
  for (const round of [0, 1]) {
    const create = async ({ name: kind }: PlayedKind, name: string) => {
      const made = await act("first", { type: "create", kind, name: `${word} ${name} ${round}`, token: name, uses: {} })
      return made.type === "shown" ? made.seen.id : undefined
    }
    const target = await create(used, "met")
    const [id, source, other] = [await create(user, "meets"), await create(user, "copied"), await create(user, "named")]
    if (target === undefined || id === undefined || source === undefined || other === undefined) return
    const name = `${word} wanted ${round}`
    const uses: Record<string, string> = user.mayReference.includes(used.name) ? { used: target } : {}
    const acts: ReadonlyArray<ManyAct> = [
      { type: "delete", kind: used.name, id: target, expectedRevision: 1 },
      { type: "update", kind: user.name, id, expectedRevision: 1, token: "met", uses },
      { type: "update", kind: user.name, id: other, expectedRevision: 1, name },
      { type: "create", kind: user.name, name, token: "first", uses },
      { type: "create", kind: user.name, name, token: "second", uses: {} },
      { type: "delete", kind: user.name, id: source, expectedRevision: 1 },
      { type: "copy", kind: user.name, id: source, name: `${word} copied ${round}` },
      { type: "list", kind: user.name }
    ]
    const ordered = round === 0 ? acts : acts.toReversed()
    await Promise.all(ordered.map((one, n) => act(`client ${n}`, one)))
    await act("first", { type: "list", kind: used.name })
  }
}

/** What clients act on, what they do, and how it is sent. */
export interface PlayOptions {
  /** A word in every name, which no other definition has. */
  readonly word: string
  /** A kind, and another that it may refer to, if there is one. */
  readonly kinds: ReadonlyArray<PlayedKind>
  readonly scripts: ManyScripts
  readonly act: PlayAct
  /** Whether to stop before what is still to come. */
  readonly isOver?: () => boolean
}

/**
 * Has clients do what their scripts say, all at once, to a few definitions that share names and refer to one another.
 *
 * @example
 * const recorder = recordMany(word, kinds)
 * await playMany({ word, kinds, scripts, act: (client, act) => recorder.act(client, send, act) })
 * explainMany(recorder.history) === "none" // the server is wrong
 */
export const playMany = async ({ word, kinds, scripts, act, isOver = () => false }: PlayOptions): Promise<void> => {
  const names = ["a", "A", "b", "c", "d", "e"].map((name) => `${word} ${name}`)
  const known: Array<Known> = []
  const take = async (client: string, step: ManyStep, token: string) => {
    const next = actOf(step, { kinds, known, names, token })
    note(known, next, await act(client, next))
  }
  for (const n of [0, 1, 2]) await take("first", [0, n, n + 1], `first ${n}`)
  await Promise.all(
    scripts.map(async (script, n) => {
      for (const [at, step] of script.entries()) if (!isOver()) await take(`client ${n}`, step, `${n}.${at}`)
    })
  )
  if (!isOver()) await meet(kinds, word, act)
}
