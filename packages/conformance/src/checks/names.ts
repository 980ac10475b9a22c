import { withArticle } from "@agent-operations/contract"
import { expect } from "../Broken.ts"
import { type Definition, expectCode } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import { discard } from "./fixtures.ts"
import { withLedger } from "./ledger.ts"
import { perKind } from "./per.ts"

/** Names that are the same: they differ in case, in composition, and in the white space around them. */
const alike = [
  ["Plain", "PLAIN", "plain", "pLaIn", " Plain", "plain\t", "\r\nPlain\n "],
  ["\u00c9clair", "\u00e9clair", "E\u0301clair", "e\u0301CLAIR", "\u00c9CLAIR"],
  ["\u00c5ngstr\u00f6m", "A\u030angstr\u00f6m", "\u00e5NGSTRO\u0308M", "\u212bngstr\u00f6m"],
  ["TITLE I", "title i", "Title i"],
  ["\u0416\u0443\u043a", "\u0416\u0423\u041a", "\u0436\u0443\u043a"],
  ["\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af"],
  ["stra\u00dfe", "STRA\u00dfE"],
  ["\u{10400} deseret", "\u{10428} DESERET"]
] as const

/** Names that are not the same, whatever else looks like it. */
const apart = [
  ...["Resume", "R\u00e9sum\u00e9", "Resum\u00e9"],
  ...["gasse", "ga\u00dfe"],
  ...["icon", "\u0131con"],
  ...["fit", "\ufb01t"],
  ...["A1", "\uff21\uff11"],
  ...["two words", "two  words", "twowords", "two\u00a0words", "two_words", "two%words"],
  ...["x2", "x\u00b2"]
]

/** Laws of names. */
export const names = [
  perKind(
    "R6",
    ["definition.name.unique", "error.NAME_TAKEN", "R6.names"],
    "names that differ in case, composition or white space around them are one, and all others are several",
    async ({ client, kind, word }) => {
      const own = word()
      await withLedger({ client, kinds: [kind], word: own, looks: false }, async (ledger) => {
        const other = await ledger.create(kind, `${own} other`)
        const copied = kind.id("copy")
        for (const [first, ...rest] of alike) {
          const { id } = await ledger.create(kind, `${own} ${first}`)
          for (const [n, same] of [first, ...rest].entries()) {
            const isAround = /^\s/.test(same)
            const name = isAround
              ? `${same.slice(0, same.indexOf(same.trim()))}${own} ${same.trimStart()}`
              : `${own} ${same}`
            const taken = { name: name.trim() }
            const update = { id: other.id, expectedRevision: 1, name }
            const attempts = [
              [kind.id("create"), kind.body(name)],
              [kind.id("update"), update],
              [copied, { id: other.id, name }],
              // What it is copied from keeps its own name, too.
              [copied, { id, name }]
            ] as const
            // Each composition once with each verb, and each case with one of them.
            for (const [operation, input] of n < 3 ? attempts : [attempts[n % attempts.length]!])
              await ledger.isRefused("R6", operation, input, "NAME_TAKEN", taken)
          }
        }
        for (const name of apart) await ledger.create(kind, `${own} ${name}`)
        await ledger.look("R6", "names were refused")
      })
    },
    { also: ["R1", "R2", "P4", "P6"], long: true }
  ),

  perKind(
    "R6",
    ["definition.name.own", "definition.name.unique", "R8.name"],
    "a name is free once it is given up, by a rename, a restore or a delete, and not before",
    async ({ client, kind, word }) => {
      const own = word()
      await withLedger({ client, kinds: [kind], word: own }, async (ledger) => {
        let one = await ledger.create(kind, `${own} First`)
        for (const name of [`${own} FIRST`, `${own} first`, ` ${own} First `, `${own} \u00e9`, `${own} E\u0301`])
          one = await ledger.update(one, { name })
        let two = await ledger.create(kind, `${own} first`)
        const taken = (name: string) => [kind.id("create"), kind.body(name), "NAME_TAKEN", { name }] as const
        await ledger.refuse("R6", ...taken(`${own} FIRST`))
        await ledger.refuse("R6", ...taken(`${own} \u00c9`))
        two = await ledger.update(two, { name: `${own} second` })
        one = await ledger.restore(one, 1)
        // The names that it had are free, but for the one that it has again.
        await ledger.refuse("R6", ...taken(`${own} first`))
        const three = await ledger.create(kind, `${own} \u00e9`)
        await ledger.remove(one)
        two = await ledger.update(two, { name: `${own} FIRST` })
        await ledger.remove(three)
        await ledger.copy(two, `${own} E\u0301`)
        await ledger.lookAtEach("names")
      })
    },
    { also: ["R1", "R2", "R5", "R8", "P4", "P6"], long: true }
  ),

  perKind(
    "R6",
    ["definition.name.unique"],
    "a definition of another kind may have the same name",
    async ({ client, kind, others, word, withDefinitions }) => {
      const name = word()
      const free = others.filter(({ has }) => has("create") && has("get") && has("delete"))
      if (free.length === 0) throw new NotChecked("the families have no other kind")
      await withDefinitions([name], async ([made]) => {
        for (const other of free) {
          const answer = await client.call(other.id("create"), other.body(name))
          expect(
            "R6",
            answer.status === 200,
            `${withArticle(other.name)} with the name of ${withArticle(kind.name)} was answered ${answer.text}`
          )
          const { id } = answer.data as Definition
          try {
            const again = await client.call(other.id("create"), other.body(name.toUpperCase()))
            expectCode("R6", again, "NAME_TAKEN", "the name of one of its own kind")
          } finally {
            await discard(client, other, id)
          }
        }
        expect("R6", (await client.ok(kind.id("get"), { id: made!.id })).name === name, "the name was lost")
      })
    }
  )
]
