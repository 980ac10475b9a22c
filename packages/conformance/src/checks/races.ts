import type { Context } from "../check.ts"
import type { Answer, Client, Definition } from "../client.ts"
import { Broken, expect, expectSame } from "../Broken.ts"
import { type Act, explain, recordHistory, type Send } from "../history/index.ts"
import { Inconclusive } from "../Inconclusive.ts"
import { discard, historyOf, referenceTo } from "./fixtures.ts"
import { type OfKind, perKind, perReference } from "./per.ts"
import type { Verb } from "../served.ts"
import fc from "fast-check"

const winners = (answers: ReadonlyArray<Answer>) => answers.filter(({ status }) => status === 200)
const told = (answers: ReadonlyArray<Answer>) => answers.map(({ status, error }) => error?.code ?? status).join(", ")

/** What sends acts, and what it threw: a recorder takes whatever is thrown for an answer that never came. */
const sendBy = (client: Client) => {
  const thrown: Array<unknown> = []
  const send: Send = async (operation, input) => {
    try {
      const { data, error } = await client.call(operation, input)
      return error === undefined ? { data } : { error }
    } catch (cause) {
      if (cause instanceof Broken) thrown.push(cause)
      throw cause
    }
  }
  return { send, thrown }
}

/** An act of a client that saw a revision some time ago; `lag` makes it out of date. */
const actOf = (choice: number, seen: number, token: string): Act => {
  if (choice < 3) return { type: "read" }
  if (choice < 8) return { type: "update", expectedRevision: seen, token }
  return choice < 11
    ? { type: "restore", revision: 1 + (choice % Math.max(1, seen)), expectedRevision: seen }
    : { type: "delete", expectedRevision: seen }
}

const concurrently = async (
  { client, kind, word }: Context & OfKind,
  scripts: ReadonlyArray<ReadonlyArray<number>>
) => {
  const { id } = await client.ok(kind.id("create"), kind.body(word(), { description: "made" }))
  const recorder = recordHistory(id, kind.id)
  const { send, thrown } = sendBy(client)
  try {
    await Promise.all(
      scripts.map(async (script, n) => {
        let seen = 1
        for (const [step, choice] of script.entries()) {
          const reply = await recorder.act(`${n}`, send, actOf(choice, seen, `${n}.${step}`))
          if (reply.type === "revision") seen = reply.revision
          if (reply.type === "conflict") seen = reply.currentRevision
        }
      })
    )
    if (thrown.length > 0) throw thrown[0]
    const shown = recorder.history.map(
      ({ client: by, act, reply }) => `${by}: ${JSON.stringify(act)} -> ${JSON.stringify(reply)}`
    )
    const found = explain("made", recorder.history)
    if (found === "undecided") throw new Inconclusive("the search for an order of what clients saw became too long")
    expect("R4", found !== "none", `no order explains this history:\n${shown.join("\n")}`)
  } finally {
    await discard(client, kind, id)
  }
}

/** Writes that race on revision 1 of one definition. */
const raceToRevision = async ({ client, kind, withDefinitions, word }: Context & OfKind, verbs: ReadonlyArray<Verb>) =>
  withDefinitions([word()], async ([made]) => {
    const { id, name } = made!
    const race = verbs.map((verb, n) => {
      const more = { update: { description: `${n}` }, restore: { revision: 1 } }[verb as string] ?? {}
      return client.call(kind.id(verb), { id, expectedRevision: 1, ...more })
    })
    const copying = client.call(kind.id("copy"), { id, name: `${name} beside` })
    const [copied, ...answers] = await Promise.all([copying, ...race])
    if (copied.status === 200) await discard(client, kind, (copied.data as Definition).id)
    expect("R4", winners(answers).length === 1, `${verbs.join(", ")} at revision 1 were answered ${told(answers)}`)
    const winner = verbs[answers.findIndex(({ status }) => status === 200)]
    const lost = answers.filter(({ status }) => status !== 200)
    const wanted = winner === "delete" ? "NOT_FOUND" : "CONFLICT"
    expect(
      "R4",
      lost.every(({ error }) => error?.code === wanted),
      `those that lost to ${winner} were told ${told(lost)}`
    )
    if (winner === "delete") return
    expect("R4", copied.status === 200, `a copy beside writes that ${winner} won was answered ${copied.text}`)
    const items = await historyOf(client, kind, id)
    expectSame(
      "R4",
      items.map(({ revision }) => revision),
      [2, 1],
      "the history after a race on revision 1"
    )
  })

/** Creates, copies and renames that race to one name, whatever its case. */
const raceToName = async ({ client, kind, withDefinitions, word }: Context & OfKind, verbs: ReadonlyArray<Verb>) => {
  const name = word()
  const sources = verbs.map((_, n) => `${name} source ${n}`)
  await withDefinitions(sources, async (made) => {
    const wanted = (n: number) => (n % 2 === 0 ? `${name} wanted` : `${name} WANTED`)
    const answers = await Promise.all(
      verbs.map((verb, n) => {
        const { id } = made[n]!
        if (verb === "create") return client.call(kind.id("create"), kind.body(wanted(n)))
        if (verb === "copy") return client.call(kind.id("copy"), { id, name: wanted(n) })
        return client.call(kind.id("update"), { id, expectedRevision: 1, name: wanted(n) })
      })
    )
    try {
      const shown = `${verbs.join(", ")} to one name were answered ${told(answers)}`
      expect("R6", winners(answers).length === 1, shown)
      const lost = answers.filter(({ status }) => status !== 200)
      expect(
        "R6",
        lost.every(({ error }) => error?.code === "NAME_TAKEN"),
        shown
      )
    } finally {
      for (const { data } of winners(answers)) await discard(client, kind, (data as Definition).id)
    }
  })
}

/**
 * Laws of what several callers do at once. Races of every verb come first, as random ones are few for each kind; one of them
 * without a delete, since where that wins nobody is told of a conflict.
 */
export const races = [
  perKind(
    "R4",
    ["R4.one"],
    "of updates, restores and deletes racing on one expectedRevision, exactly one wins",
    async (context) => {
      await raceToRevision(context, ["update", "restore", "update", "restore"])
      await raceToRevision(context, ["update", "restore", "update", "restore", "delete"])
      const verbs = fc.constantFrom<Verb>("update", "restore", "delete")
      await context.forAll(fc.array(verbs, { minLength: 2, maxLength: 12 }), 12, (some) =>
        raceToRevision(context, some)
      )
    }
  ),

  perKind("R4", ["R4.order"], "some order explains what concurrent clients saw of one definition", (context) =>
    context.forAll(
      fc.array(fc.array(fc.nat(11), { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 4 }),
      15,
      (scripts) => concurrently(context, scripts)
    )
  ),

  perKind("R6", ["R6.names"], "of creates, copies and renames racing to one name, one wins", async (context) => {
    await raceToName(context, ["create", "copy", "update", "create"])
    const verbs = fc.constantFrom<Verb>("create", "copy", "update")
    await context.forAll(fc.array(verbs, { minLength: 2, maxLength: 8 }), 12, (some) => raceToName(context, some))
  }),

  perReference(
    "R7",
    ["R7.race"],
    "a delete racing those that attach never leaves a reference to nothing",
    async ({ client, kind, roundsOf, used, withDefinitions, word }) => {
      for (let round = 0; round < roundsOf(10); round++) {
        const name = word()
        const target = await client.ok(used.id("create"), used.body(`${name} used`))
        await withDefinitions([`${name} a`, `${name} b`], async (made) => {
          const remove = () => client.call(used.id("delete"), { id: target.id, expectedRevision: 1 })
          const references = kind.references({ used: referenceTo(used, target.id) })
          const attach = () =>
            made.map(({ id }) => client.call(kind.id("update"), { id, expectedRevision: 1, references }))
          // The delete is sent first, and in the next round last.
          const early = round % 2 === 0 ? remove() : undefined
          const attaching = attach()
          const [gone, ...attached] = await Promise.all([early ?? remove(), ...attaching])
          const both = gone.status === 200 && winners(attached).length > 0
          expect("R7", !both, `a delete was answered ${gone.status} and those that attach ${told(attached)}`)
          expect(
            "R7",
            gone.status === 200 || winners(attached).length > 0,
            "a delete and those that attach were all refused"
          )
        })
        await discard(client, used, target.id)
      }
    }
  )
]
