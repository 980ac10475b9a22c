import { withArticle } from "@agent-operations/contract"
import { aliasForms } from "./aliases.ts"
import { expect } from "../Broken.ts"
import { expectCode } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import { strangeParts } from "./content.ts"
import { current, type Entry, type Ledger, type References, withLedger } from "./ledger.ts"
import { type OfKind, perKind } from "./per.ts"
import type { Context } from "../check.ts"

interface Dependencies {
  readonly items: ReadonlyArray<{ readonly id: string; readonly alias: string }>
  readonly hasMore: boolean
}

/** So many references to one definition, each by an alias of its own, each second one a pin. */
const aliases = ({ kind, id }: Entry, count: number): References =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`a${n}`, { kind: kind.name, id, revision: n % 2 === 0 ? null : 1 }])
  )

/** How long a name may be. */
const maxName = 120

const withUsed = async (
  { client, kind, others, word }: Context & OfKind,
  use: (ledger: Ledger, used: Entry, user: (count: number) => Promise<Entry>, own: string) => Promise<void>
) => {
  const all = [kind, ...others].filter(({ mayReference }) => mayReference.includes(kind.name))
  if (all.length === 0) throw new NotChecked(`no kind may refer to ${withArticle(kind.name)}`)
  // They are counted.
  const by = all.find(({ isFree }) => isFree)
  if (by === undefined) throw new NotChecked(`what may refer to ${withArticle(kind.name)} has to refer to more`)
  const own = word()
  await withLedger({ client, kinds: by === kind ? [kind] : [kind, by], word: own, looks: false }, async (ledger) => {
    const used = await ledger.create(kind, `${own} used`)
    const user = (count: number) => ledger.create(by, `${own} user ${count}`, { references: aliases(used, count) })
    await use(ledger, used, user, own)
  })
}

const keyOf = ({ id, alias }: { readonly id: string; readonly alias: string }) => `${id} ${alias}`

/** Laws of who refers to a definition, where they are many. */
export const dependencies = [
  perKind(
    "R7",
    ["R7.held", "error.STILL_REFERENCED", "definition.references.same"],
    "a delete of what 1, 20, 21 and 64 references hold names 20 of them at most, and says whether there are more",
    (context) =>
      withUsed(context, async (ledger, used, user) => {
        let by = await user(1)
        await ledger.hold(used)
        for (const count of [2, 19, 20, 21, 64]) {
          by = await ledger.update(by, { references: aliases(used, count) })
          await ledger.hold(used)
        }
        // As many of several.
        const other = await ledger.copy(by, `${current(used).name} also`)
        await ledger.hold(used)
        await ledger.update(other, { references: aliases(used, 1) })
        await ledger.update(by, { references: aliases(used, 19) })
        await ledger.hold(used)
        await ledger.update(by, { references: aliases(used, 20) })
        await ledger.hold(used)
      }),
    { also: ["R1", "R2", "R6", "P4", "P6", "P7"], long: true }
  ),

  perKind(
    "P7",
    ["dependencies.items", "error.STILL_REFERENCED"],
    "what refers is told with its name and its aliases as they are, whatever they are made of",
    (context) =>
      withUsed(context, async (ledger, used, user, own) => {
        const reference = { kind: used.kind.name, id: used.id, revision: null }
        const references = Object.fromEntries(aliasForms.map((alias) => [alias, reference]))
        let by = await user(1)
        for (const part of [...strangeParts, "A\u00e9".repeat(60)]) {
          by = await ledger.update(by, { name: `${own} ${part}`.slice(0, maxName), references })
          await ledger.hold(used)
        }
      }),
    { also: ["R1", "R2", "R7", "P4", "P6"], long: true }
  ),

  perKind(
    "P7",
    ["P7.more", "P2.range", "dependencies.limit", "dependencies.items"],
    "dependencies keep each limit up to 1000, and the default of 100, of 1,024 that there are",
    async (context) => {
      const { client, kind } = context
      const operation = kind.dependencies
      if (operation === undefined)
        throw new NotChecked(`the families do not tell who refers to ${withArticle(kind.name)}`)
      await withUsed(context, async (ledger, used, user) => {
        const { id } = used
        const all = new Set<string>()
        const add = (one: Entry) => {
          for (const alias of Object.keys(current(one).references)) all.add(keyOf({ id: one.id, alias }))
        }
        const page = async (input: object) => {
          const { items, hasMore } = await client.ok<Dependencies>(operation, { id, ...input })
          const keys = items.map(keyOf)
          const what = `dependencies with ${JSON.stringify(input)}`
          expect("P7", new Set(keys).size === keys.length, `${what} name one twice`)
          expect(
            "P7",
            keys.every((key) => all.has(key)),
            `${what} name one that there is not`
          )
          expect("P7", items.length > 0 || all.size === 0, `${what} are none of ${all.size}`)
          expect("P7", hasMore === items.length < all.size, `${what} are ${items.length} of ${all.size}: ${hasMore}`)
          return items.length
        }
        const expectLimits = async (limits: ReadonlyArray<number>) => {
          for (const limit of limits) {
            const length = await page({ limit })
            expect("P2", length <= limit, `at most ${limit} of ${all.size} dependencies are ${length}`)
          }
          // A page may be short, and each time by another count.
          for (let tries = 3; tries > 0; tries--) {
            const [without, asked] = [await page({}), await page({ limit: 100 })]
            expect("P2", without <= 100, `${without} dependencies without a limit`)
            if (without === asked) break
            expect("P2", tries > 1, `without a limit there are ${without}, and with one of 100 ${asked}`)
          }
        }
        await page({})
        const first = await user(64)
        add(first)
        await expectLimits([1, 2, 63, 64, 65, 1000])
        const name = current(first).name
        const second = await ledger.copy(first, `${name} 1`)
        add(second)
        await expectLimits([99, 100, 101, 127, 128, 129])
        for (let n = 2; n < 16; n++) add(await ledger.copy(first, `${name} ${n}`))
        await expectLimits([1, 100, 999, 1000])
        for (const limit of [0, -1, 1001, 1024, 2_147_483_648, 1.5, "1", null, true])
          expectCode("P2", await client.call(operation, { id, limit }), "VALIDATION_ERROR", `limit ${limit}`)
        await ledger.remove(first)
        for (const alias of Object.keys(current(first).references)) all.delete(keyOf({ id: first.id, alias }))
        await expectLimits([959, 960, 961, 1000])
      })
    },
    { also: ["P2", "R1", "R2", "R6", "R7", "R8", "P4", "P6"] }
  )
]
