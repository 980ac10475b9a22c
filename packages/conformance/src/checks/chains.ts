import { withArticle } from "@agent-operations/contract"
import { expectCode } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import { type Entry, type Ledger, type Reference, type References, withLedger } from "./ledger.ts"
import { type OfKind, type OfReference, perKind, perReference } from "./per.ts"
import type { Context } from "../check.ts"
import type { ServedKind } from "../served.ts"

type Tell = Context & OfKind

const withOwnLedger = ({ client, kind, word }: Tell, use: (ledger: Ledger, word: string) => Promise<void>) => {
  const own = word()
  return withLedger({ client, kinds: [kind], word: own }, (ledger) => use(ledger, own))
}

const withBothLedger = (
  { client, kind, used, word }: Context & OfReference,
  use: (ledger: Ledger, word: string) => Promise<void>
) => {
  const own = word()
  const kinds = kind === used ? [kind] : [kind, used]
  return withLedger({ client, kinds, word: own }, (ledger) => use(ledger, own))
}

const follow = ({ kind, id }: Entry): Reference => ({ kind: kind.name, id, revision: null })
const pin = (one: Entry, revision: number): Reference => ({ ...follow(one), revision })

/** A definition that has been at four revisions. */
const makeOld = async (ledger: Ledger, kind: ServedKind, name: string): Promise<Entry> => {
  let one = await ledger.create(kind, name, { description: "first", value: "1" })
  one = await ledger.update(one, { description: "second" })
  one = await ledger.update(one, { name: `${name} third`, value: "3" })
  return ledger.update(one, { description: null })
}

/** Laws of the verbs, one after the other: after each of them everything is looked at. */
export const chains = [
  perKind(
    "R2",
    [
      "R1.no-gap",
      "R2.next",
      "R2.kept",
      "R2.absent",
      "update.parts",
      "update.empty",
      "definition.origin",
      "history.whole"
    ],
    "updates of each part, alone and together, change that alone, and every revision reads the same ever after",
    (context) =>
      withOwnLedger(context, async (ledger, word) => {
        const { kind } = context
        await ledger.create(kind, `${word} bystander`, { description: "by" })
        let one = await ledger.create(kind, `${word} one`)
        for (const changes of [
          { description: "described" },
          {},
          { name: `${word} renamed` },
          { name: `${word} renamed` },
          { name: `${word} RENAMED` },
          { name: ` \t\r\n${word} inner  space\n ` },
          { value: "a" },
          { description: null },
          { description: null },
          { description: "" },
          { references: {} },
          { name: `${word} all`, description: "all", references: {}, value: "b" },
          { name: `${word} one` },
          {}
        ]) {
          one = await ledger.update(one, changes)
        }
        await ledger.lookAtEach("updates")
      }),
    { also: ["R1", "P4", "P6", "R8"], long: true }
  ),

  perKind(
    "R5",
    [
      "R1.no-gap",
      "R2.kept",
      "R5.content",
      "R5.origin",
      "R5.alone",
      "R5.unguarded",
      "definition.origin",
      "get.revision",
      "definition.name.unique",
      "error.NAME_TAKEN",
      "list.order"
    ],
    "restores of any revision, of a restored and of the current one, are whole, and what follows builds on them",
    (context) =>
      withOwnLedger(context, async (ledger, word) => {
        const { client, kind } = context
        await ledger.create(kind, `${word} bystander`, { description: "by" })
        let one = await makeOld(ledger, kind, `${word} one`)
        one = await ledger.restore(one, 1)
        one = await ledger.update(one, { description: "after a restore" })
        one = await ledger.restore(one, 5)
        one = await ledger.restore(one, 3, false)
        one = await ledger.restore(one, 8)
        one = await ledger.restore(one, 2, false)
        one = await ledger.update(one, { name: `${word} later` })
        for (const revision of [12, 2_147_483_647]) {
          for (const guard of [{}, { expectedRevision: 11 }]) {
            const input = { id: one.id, revision, ...guard }
            await ledger.refuse("R5", kind.id("restore"), input, "NOT_FOUND")
          }
        }
        // The name that it had is another's by now.
        const other = await ledger.create(kind, `${word} ONE third`)
        const taken = { name: `${word} one third` }
        const { id } = one
        await ledger.refuse("R6", kind.id("restore"), { id, revision: 3 }, "NAME_TAKEN", taken)
        await ledger.refuse("R6", kind.id("restore"), { id, revision: 8, expectedRevision: 11 }, "NAME_TAKEN", taken)
        await ledger.remove(other)
        one = await ledger.restore(one, 8)
        await ledger.lookAtEach("restores")
        expectCode("R1", await client.call(kind.id("get"), { id, revision: 13 }), "NOT_FOUND", "what there is not yet")
      }),
    { also: ["R1", "R2", "P4", "P6", "R6", "R8"], long: true }
  ),

  perKind(
    "R6",
    [
      "R2.kept",
      "R6.content",
      "R6.origin",
      "R6.source",
      "definition.origin",
      "get.revision",
      "error.NAME_TAKEN",
      "list.order"
    ],
    "copies of any revision, of a copy and of a restored one, are whole, and go their own way",
    (context) =>
      withOwnLedger(context, async (ledger, word) => {
        const { kind } = context
        let one = await makeOld(ledger, kind, `${word} one`)
        one = await ledger.restore(one, 2)
        let copied = await ledger.copy(one, `${word} copied`)
        await ledger.copy(one, ` ${word} copied 3\n`, 3)
        await ledger.copy(one, `${word} copied 5`, 5)
        await ledger.copy(one, `${word} copied 1`, 1)
        await ledger.copy(copied, `${word} copied again`)
        copied = await ledger.update(copied, { description: "own", value: "own" })
        copied = await ledger.restore(copied, 1)
        await ledger.copy(copied, `${word} restored and copied`)
        one = await ledger.update(one, { description: "after copies" })
        const { id } = one
        for (const name of [`${word} one`, `${word} ONE`, ` ${word} copied `]) {
          const taken = { name: name.trim() }
          await ledger.refuse("R6", kind.id("copy"), { id, name }, "NAME_TAKEN", taken)
          await ledger.refuse("R6", kind.id("copy"), { id, name, revision: 1 }, "NAME_TAKEN", taken)
        }
        for (const revision of [7, 2_147_483_647])
          await ledger.refuse("R6", kind.id("copy"), { id, name: `${word} new`, revision }, "NOT_FOUND")
        await ledger.remove(one)
        await ledger.lookAtEach("copies")
      }),
    { also: ["R1", "R2", "R5", "P4", "P6", "R8"], long: true }
  ),

  perKind(
    "R8",
    ["R1.first", "R8.gone", "R8.name", "R8.id", "delete.result"],
    "what is deleted and created again begins anew, and its copies and others stay",
    (context) =>
      withOwnLedger(context, async (ledger, word) => {
        const { kind } = context
        await ledger.create(kind, `${word} bystander`, { description: "by" })
        for (const round of [1, 2]) {
          let one = await ledger.create(kind, `${word} again`, { description: `${round}` })
          one = await ledger.update(one, { name: `${word} before` })
          one = await ledger.update(one, { name: `${word} again`, value: `${round}` })
          await ledger.copy(one, `${word} copy ${round}`)
          await ledger.remove(one)
          const { id } = one
          const gone = [
            ["get", { revision: 3 }],
            ["update", { expectedRevision: 3 }],
            ["update", { expectedRevision: 1, name: `${word} other` }],
            ["restore", { revision: 1 }],
            ["restore", { revision: 3, expectedRevision: 3 }],
            ["copy", { name: `${word} copy of it` }],
            ["copy", { name: `${word} copy of it`, revision: 1 }],
            ["history", {}],
            ["history", { before: 2 }],
            ["delete", { expectedRevision: 3 }],
            ["delete", { expectedRevision: 4 }]
          ] as const
          for (const [verb, more] of gone)
            await ledger.isRefused("R8", kind.id(verb), { id, ...more }, "NOT_FOUND", undefined)
          await ledger.look("R8", "calls of what was deleted")
          await ledger.remove(await ledger.create(kind, `${word} BEFORE`))
        }
        await ledger.lookAtEach("deletes")
      }),
    { also: ["R1", "R2", "R6", "P4", "P6"], long: true }
  )
]

/** Laws of references through every verb. */
export const references = [
  perReference(
    "R7",
    [
      "R7.held",
      "R7.pinned",
      "R7.detached",
      "R2.kept",
      "R2.absent",
      "R5.content",
      "R6.content",
      "definition.references.same",
      "dependencies.items",
      "dependencies.current",
      "error.STILL_REFERENCED"
    ],
    "pins and references of several aliases go through every verb, and each of them holds",
    (context) =>
      withBothLedger(context, async (ledger, word) => {
        const { kind, used } = context
        let a = await ledger.create(used, `${word} a`, { description: "first" })
        a = await ledger.update(a, { description: "second", name: `${word} a renamed` })
        const b = await ledger.create(used, `${word} b`)
        const all: References = {
          first: pin(a, 1),
          current: pin(a, 2),
          follows: follow(a),
          other: pin(b, 1),
          zero: follow(b)
        }
        let user = await ledger.create(kind, `${word} user`, { references: all })
        a = await ledger.update(a, { description: "third" })
        user = await ledger.update(user, { name: `${word} user renamed` })
        user = await ledger.update(user, { references: { ...all, current: pin(a, 3), more: pin(a, 1) } })
        const copied = await ledger.copy(user, `${word} copied`)
        const before = await ledger.copy(user, `${word} copied before`, 1)
        user = await ledger.update(user, { references: { first: pin(a, 1), last: follow(b) } })
        a = await ledger.restore(a, 1)
        await ledger.hold(a)
        await ledger.remove(copied)
        user = await ledger.restore(user, 3)
        user = await ledger.update(user, { references: {} })
        await ledger.hold(a)
        await ledger.remove(before)
        user = await ledger.restore(user, 1, false)
        await ledger.hold(a)
        await ledger.hold(b)
        // Each alone holds: a pin to a past revision, one to the current, and one that follows.
        for (const reference of [pin(a, 1), pin(a, a.revisions.length), follow(a)]) {
          user = await ledger.update(user, { references: { alone: reference } })
          await ledger.hold(a)
        }
        user = await ledger.update(user, { references: { second: follow(b) } })
        await ledger.remove(a)
        await ledger.hold(b)
        await ledger.remove(user)
        await ledger.remove(b)
      }),
    { also: ["R1", "R2", "R5", "R6", "R8", "P4", "P6", "P7"], long: true }
  ),

  perReference(
    "R7",
    ["R7.attach", "R5.references", "R6.content", "error.REFERENCE_NOT_FOUND", "R2.kept"],
    "every alias of what there is not is told, at each verb, and nothing is written",
    (context) =>
      withBothLedger(context, async (ledger, word) => {
        const { kind, used } = context
        const gone = await ledger.create(used, `${word} gone`)
        const also = await ledger.create(used, `${word} also gone`)
        const a = await ledger.update(await ledger.create(used, `${word} a`), { description: "second" })
        let user = await ledger.create(kind, `${word} user`, {
          references: { z: follow(gone), kept: pin(a, 1), b: pin(gone, 1), other: pin(also, 1), again: follow(a) }
        })
        user = await ledger.update(user, { references: { x: pin(also, 1), kept: follow(a) } })
        user = await ledger.update(user, { references: { kept: pin(a, 2) } })
        await ledger.remove(gone)
        // The same name, and none of what had it before.
        await ledger.create(used, `${word} gone`)
        const { id } = user
        const refused = (operation: string, input: object, ...aliases: ReadonlyArray<string>) => {
          const law = operation === kind.id("restore") ? "R5" : "R7"
          const references = { references: aliases.toSorted() }
          return ledger.isRefused(law, operation, input, "REFERENCE_NOT_FOUND", references)
        }
        await refused(kind.id("restore"), { id, revision: 1 }, "z", "b")
        await refused(kind.id("copy"), { id, revision: 1, name: `${word} copied` }, "z", "b")
        user = await ledger.restore(user, 2)
        user = await ledger.restore(user, 3)
        await ledger.remove(also)
        await refused(kind.id("restore"), { id, revision: 1, expectedRevision: 5 }, "z", "b", "other")
        await refused(kind.id("restore"), { id, revision: 2, expectedRevision: 5 }, "x")
        await refused(kind.id("restore"), { id, revision: 4 }, "x")
        await refused(kind.id("copy"), { id, revision: 2, name: `${word} copied` }, "x")
        await ledger.look("R5", "restores and copies were refused")

        const missing = { kind: used.name, id: used.missingId }
        const good = [follow(a), pin(a, 1), pin(a, 2)]
        const bad = [
          { ...missing, revision: null },
          { ...missing, revision: 1 },
          follow(gone),
          pin(gone, 1),
          pin(a, 3),
          pin(a, 2_147_483_647)
        ]
        const attach = async (references: References, ...aliases: ReadonlyArray<string>) => {
          await refused(kind.id("create"), kind.body(`${word} made`, { references }), ...aliases)
          const expectedRevision = user.revisions.length
          await refused(
            kind.id("update"),
            { id, expectedRevision, references: kind.references(references) },
            ...aliases
          )
        }
        for (const [n, one] of bad.entries()) {
          const right = good[n % good.length]!
          await attach({ first: one, second: right }, "first")
          await attach({ first: right, second: one }, "second")
          await attach({ z: one, right, a: bad.at(n - 1)! }, "a", "z")
        }
        await ledger.look("R7", "references to nothing were refused")
        await ledger.lookAtEach("references to nothing were refused")
        await ledger.update(user, { references: { first: follow(a), second: pin(a, 2) } })
      }),
    { also: ["R1", "R2", "R5", "R6", "R8", "P4", "P6", "P7"], long: true }
  ),

  perKind(
    "R7",
    ["R7.invalid", "error.INVALID_REFERENCE"],
    "a reference to itself, or to a kind that may not be referred to, is refused wherever it stands",
    async (context) => {
      const { client, kind, others, word } = context
      const named = others.filter(({ name }) => kind.canName(name) && !kind.mayReference.includes(name))
      const own = kind.mayReference.includes(kind.name)
      if (!own && named.length === 0)
        throw new NotChecked(`${withArticle(kind.name)} can name no kind that it may not refer to`)
      const name = word()
      await withLedger({ client, kinds: [kind, ...named], word: name }, async (ledger) => {
        let one = await ledger.create(kind, `${name} one`)
        one = await ledger.update(one, { description: "second" })
        const right: References = own ? { right: follow(await ledger.create(kind, `${name} right`)) } : {}
        const wrong: Array<Reference> = own ? [follow(one), pin(one, 1), pin(one, 2)] : []
        for (const other of named) wrong.push(follow(await ledger.create(other, `${name} ${other.name}`)))
        for (const [n, reference] of wrong.entries()) {
          const isSelf = reference.id === one.id
          for (const references of [{ a: reference }, { ...right, z: reference }, { a: reference, ...right }]) {
            const input = { id: one.id, expectedRevision: 2, references: kind.references(references) }
            await ledger.isRefused("R7", kind.id("update"), input, "INVALID_REFERENCE", undefined)
            const body = kind.body(`${name} ${n}`, { references })
            if (!isSelf) await ledger.isRefused("R7", kind.id("create"), body, "INVALID_REFERENCE", undefined)
          }
        }
        await ledger.look("R7", "references were refused")
      })
    },
    { also: ["R1", "R2", "P4", "P6", "P7"] }
  )
]
