import { Broken, expect } from "../Broken.ts"
import type { Context } from "../check.ts"
import type { Client } from "../client.ts"
import {
  explainMany,
  type ManyScripts,
  playMany,
  recordMany,
  renderMany,
  type Send,
  shrinkMany
} from "../history/index.ts"
import { manyScripts } from "../history/play-many.ts"
import { Inconclusive } from "../Inconclusive.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"
import { type OfKind, perKind } from "./per.ts"

/** The operations that a history of many definitions is made of. */
const verbs = ["create", "copy", "update", "restore", "delete", "get", "list"] as const

/** What is sent by a history's clients; what was thrown, and is no answer, ends the history. */
const sendBy =
  (client: Client): Send =>
  async (operation, input) => {
    const { data, error } = await client.call(operation, input)
    return error === undefined ? { data } : { error }
  }

/** Has clients do what their scripts say, and looks for an order that explains what they saw. */
const play = async ({ client, word }: Context, kinds: ReadonlyArray<ServedKind>, scripts: ManyScripts) => {
  const own = word()
  const recorder = recordMany(
    own,
    kinds.map((kind) => ({ name: kind.name, body: kind.body(own), operationOf: kind.id }))
  )
  const thrown: Array<unknown> = []
  const send: Send = (operation, input) =>
    sendBy(client)(operation, input).catch((cause: unknown) => {
      thrown.push(cause)
      throw cause
    })
  try {
    await playMany({
      word: own,
      kinds: kinds.map(({ name, mayReference, dependencies }) => ({
        name,
        mayReference,
        hasDependencies: dependencies !== undefined
      })),
      scripts,
      act: (by, act) => recorder.act(by, send, act),
      isOver: () => thrown.length > 0
    })
    if (thrown.length > 0) throw thrown.find((cause) => cause instanceof Broken) ?? thrown[0]
    const found = explainMany(recorder.history)
    if (found === "undecided") throw new Inconclusive("the search for an order of what clients saw became too long")
    expect(
      "R4",
      found !== "none",
      `no order explains this part of what clients saw:\n${renderMany(shrinkMany(recorder.history))}`
    )
  } finally {
    await recorder.clear(sendBy(client)).catch(() => {})
  }
}

/** A kind, and another that it may refer to, or else itself alone. */
const kindsOf = ({ kind, others }: OfKind): ReadonlyArray<ServedKind> => {
  const used = others.find(({ name, has, isFree }) => isFree && kind.mayReference.includes(name) && verbs.every(has))
  return used === undefined ? [kind] : [kind, used]
}

/** Many clients at once, and scripts long enough that each meets the others. */
const scripts = manyScripts({ clients: 5, steps: 14 })

export const many = [
  perKind(
    "R4",
    ["R4.many"],
    "some order explains what concurrent clients saw of many definitions: names, references, lists with totals, and copies",
    async (context) => {
      if (!context.kind.isFree) throw new NotChecked(`each ${context.kind.name} has to refer to something`)
      const kinds = kindsOf(context)
      // What is not served cannot be part of it.
      for (const verb of verbs) context.kind.id(verb)
      await context.forAll(scripts, 20, (drawn) => play(context, kinds, drawn))
    }
  )
]
