import { expect, expectSame } from "../Broken.ts"
import { type Client, type Definition, expectCode } from "../client.ts"
import type { ServedKind } from "../served.ts"
import { discard, follow, type Page, walk } from "./fixtures.ts"
import { perKind } from "./per.ts"

interface HistoryPage {
  readonly items: ReadonlyArray<Definition>
  readonly nextBefore: number | null
}

const named = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`)
const idsOf = (items: ReadonlyArray<Definition>) => items.map(({ id }) => id)
const numbersOf = (items: ReadonlyArray<Definition>) => items.map(({ revision }) => revision)
const down = (from: number, to: number) => Array.from({ length: Math.max(0, from - to + 1) }, (_, n) => from - n)

/**
 * Fails where a page without a limit is other than one of 50. A page may be short, and each time by another count: it is
 * asked for again before that is called wrong.
 */
const expectDefaultOf50 = async (page: (limit: object) => Promise<number>, what: string) => {
  for (let tries = 3; tries > 0; tries--) {
    const [without, asked] = [await page({}), await page({ limit: 50 })]
    expect("P2", without <= 50, `${what} without a limit has ${without} items`)
    if (without === asked) return
    if (tries === 1) expect("P2", false, `${what} without a limit has ${without} items, and with one of 50 ${asked}`)
  }
}

/** Limits that are refused: outside of 1 to 200, or no integer. */
const wrongLimits = [0, -1, 201, 1000, 2_147_483_648, 1.5, 0.999, "1", "", null, true, [1], {}]

const fold = (text: string) => text.normalize("NFC").toLowerCase()

/** Makes a change after each page of a walk, to what was yielded and to what is still to come. */
const changesBetween = ({ client, kind }: { readonly client: Client; readonly kind: ServedKind }, search: string) => {
  const update = async (id: string, changes: object) => {
    const { revision } = await client.ok(kind.id("get"), { id })
    return client.ok(kind.id("update"), { id, expectedRevision: revision, ...changes })
  }
  return {
    update,
    rename: (id: string, name: string) => update(id, { name }),
    remove: async (id: string) => {
      const { revision } = await client.ok(kind.id("get"), { id })
      await client.ok(kind.id("delete"), { id, expectedRevision: revision })
    },
    create: (name: string) => client.ok(kind.id("create"), kind.body(`${search} ${name}`)),
    restore: (id: string) => client.ok(kind.id("restore"), { id, revision: 1 })
  }
}

/** Laws of lists and histories, each thing once and in its place. */
export const lists = [
  perKind(
    "P2",
    ["list.limit", "list.order", "P2.limit", "P2.end", "P2.range", "P4.asked", "P3.limit"],
    "a list of more than 50 keeps each limit and the default, and a walk may change its limit",
    ({ client, kind, withDefinitions, word }) => {
      const search = word()
      return withDefinitions(named(search, 55), async (made) => {
        const list = (input: object) => client.ok<Page>(kind.id("list"), { search, ...input })
        const newest = idsOf(made).toReversed()
        await expectDefaultOf50(async (limit) => (await list(limit)).items.length, "a page of a list")
        for (const limit of [1, 49, 50, 51, 54, 55, 56, 199, 200]) {
          const { items, nextCursor } = await list({ limit })
          expect(
            "P2",
            items.length > 0 && items.length <= limit,
            `a page of at most ${limit} has ${items.length} items`
          )
          expectSame("P1", idsOf(items), newest.slice(0, items.length), `the first page of at most ${limit}`)
          expect("P2", nextCursor !== null || items.length === 55, `a page of ${items.length} of 55 ends the list`)
        }
        for (const limit of wrongLimits)
          expectCode(
            "P2",
            await client.call(kind.id("list"), { search, limit }),
            "VALIDATION_ERROR",
            `limit ${JSON.stringify(limit)}`
          )

        // What a cursor goes on with may have another limit each time, and a total or none.
        const seen: Array<string> = []
        const limits = [3, 1, undefined, 20, 200]
        await follow<string>("P1", async (cursor) => {
          const limit = limits.shift()
          const includeTotal = [undefined, true, false][limits.length % 3]
          const page = await list({ limit, includeTotal, cursor })
          expect(
            "P2",
            page.items.length <= (limit ?? 50),
            `a page of at most ${limit ?? 50} has ${page.items.length} items`
          )
          expect("P4", page.total === (includeTotal === true ? 55 : undefined), `a total of 55 is ${page.total}`)
          seen.push(...idsOf(page.items))
          return page.nextCursor
        })
        expectSame("P1", seen, newest, "a walk whose limits change")
      })
    },
    { also: ["P1", "P4"], long: true }
  ),

  perKind(
    "P2",
    ["P2.limit", "P2.end", "P2.range", "list.order", "history.limit", "P6.newest", "P6.before"],
    "a history of more than 50 keeps each limit and the default, from each revision on",
    ({ client, kind, withDefinitions, word }) => {
      const search = word()
      return withDefinitions(named(search, 3), async (made) => {
        const { id } = made[0]!
        for (let revision = 1; revision < 55; revision++)
          await client.ok(kind.id("update"), { id, expectedRevision: revision, description: `${revision}` })
        const history = (input: object) => client.ok<HistoryPage>(kind.id("history"), { id, ...input })
        await expectDefaultOf50(async (limit) => (await history(limit)).items.length, "a page of a history")
        for (const limit of wrongLimits)
          expectCode(
            "P2",
            await client.call(kind.id("history"), { id, limit }),
            "VALIDATION_ERROR",
            `limit ${JSON.stringify(limit)}`
          )
        const bounds = [
          ...[1, 2, 49, 50, 51, 54, 55, 56, 199, 200].map((limit) => ({ limit, before: undefined })),
          ...[1, 2, 3, 51, 52, 54, 55, 56, 57, 1000, 2_147_483_647].map((before) => ({ limit: 50, before })),
          ...[1, 2, 3, 55, 56].map((before) => ({ limit: 1, before })),
          { limit: 200, before: 3 }
        ]
        for (const { limit, before } of bounds) {
          const { items, nextBefore } = await history({ limit, before })
          const what = `a history of at most ${limit} before ${before}`
          const all = down(Math.min(55, (before ?? 56) - 1), 1)
          expect("P2", items.length <= limit, `${what} has ${items.length} revisions`)
          expect("P2", items.length > 0 || all.length === 0, `${what} has none of ${all.length}`)
          expectSame("P6", numbersOf(items), all.slice(0, items.length), what)
          expect(
            "P2",
            nextBefore !== null || items.length === all.length,
            `${what} ends with ${items.length} of ${all.length}`
          )
        }
        for (const before of [0, -1, 1.5, "2", null, 2_147_483_648])
          expectCode(
            "P6",
            await client.call(kind.id("history"), { id, before }),
            "VALIDATION_ERROR",
            `before ${before}`
          )
        // So many revisions have not moved it.
        const listed = idsOf(await walk(client, kind, { search, limit: 200 }))
        expectSame("P1", listed, idsOf(made).toReversed(), "a list after many updates")
      })
    },
    { also: ["P1", "P6"] }
  ),

  perKind(
    "P1",
    ["P1.walk", "P1.filtered", "list.order", "P2.limit"],
    "a walk goes on from its place, whatever becomes of what it yielded and is still to yield",
    async (context) => {
      const { client, kind, withDefinitions, word } = context
      await context.each([1, 2, 3], async (limit) => {
        const search = word()
        const { update, rename, remove, create, restore } = changesBetween(context, search)
        await withDefinitions(named(search, 18), async (made) => {
          const away: Array<string> = []
          const more: Array<Definition> = []
          try {
            // Newest first: what comes next is the last that was made before.
            const order = idsOf(made).toReversed()
            let page = 0
            const yielded = new Set<string>()
            const seen = await walk(client, kind, { search, limit }, async (items) => {
              const next = order.find(
                (id) => !yielded.has(id) && !away.includes(id) && items.every((one) => one.id !== id)
              )
              // What was still to come may be gone by now.
              const remain = order.some((id) => !yielded.has(id) && !away.includes(id))
              expect("P2", items.length <= limit, `a page of at most ${limit} has ${items.length}`)
              expect("P2", items.length > 0 || !remain, "a page is empty while items remain")
              for (const { id, name } of items) {
                expect("P1", !away.includes(id), `${id} was yielded, which matched no more`)
                expect("P1", name.startsWith(search), `${name} was yielded, which does not match`)
                yielded.add(id)
              }
              const last = items.at(-1)?.id
              if (last === undefined) return
              const changes = [
                () => remove(last),
                () => rename(last, `${word()} away`),
                async () => {
                  if (next === undefined) return
                  await remove(next)
                  away.push(next)
                },
                async () => {
                  if (next === undefined) return
                  await rename(next, `${word()} away`)
                  away.push(next)
                },
                async () => {
                  if (next !== undefined) await update(next, { description: "changed" })
                },
                async () => {
                  if (next !== undefined) await restore(next)
                },
                () => update(last, { description: "changed" })
              ]
              // Each change comes at some limit when one page alone is left, and after the first.
              await changes[(page + limit * 2) % changes.length]!()
              if (page < 9) more.push(await create(`more ${page}`))
              page++
            })
            const ids = idsOf(seen)
            expect("P1", new Set(ids).size === ids.length, "a walk yielded an item twice")
            const kept = order.filter((id) => !away.includes(id))
            expectSame(
              "P1",
              ids.filter((id) => order.includes(id)),
              kept,
              `what a walk by ${limit} yielded of what stayed`
            )
          } finally {
            for (const { id } of more) await discard(client, kind, id)
          }
        })
      })
    },
    { also: ["P2"], long: true }
  ),

  perKind(
    "P4",
    ["P4.asked", "P4.counts", "list.search", "list.order"],
    "a search finds a part of a name as it is written, in any case and composition, and its total is of that",
    async ({ client, kind, withDefinitions, word }) => {
      const own = word()
      const names = [
        own,
        `before ${own} after`,
        `${own} Éclair`,
        `${own} e\u0301toile`,
        `${own} 100% of`,
        `${own} 1000 of`,
        `${own} a_b`,
        `${own} axb`,
        `${own} back\\slash`,
        `${own} back\\\\slash`,
        `${own} star*`,
        `${own} stars`,
        `${own} [a]`,
        `${own} .dot`,
        `${own} quote'"`,
        `${own} two  spaces`,
        `${own} Ünïcode ÀÇ`,
        `${own} 日本語 😀 face`,
        `${own} TITLE I`,
        `${own} ${"long ".repeat(40)}`.slice(0, 119).trimEnd() + "!"
      ]
      const searches = [
        ...[own, own.toUpperCase(), own.slice(1), own.slice(0, -1), `${own} `, ` ${own}`, `${own}  `],
        ...[" after", "before "].map((part) => (part.startsWith(" ") ? `${own}${part}` : `${part}${own}`)),
        ...["é", "É", "e\u0301", "E\u0301CLAIR", "étoile", "ÉTOILE", "etoile", "eclair"],
        ...["100%", "100% of", "%", "1%", "%%", "100_", "%of", "a_b", "A_B", "_", "__", "a%b"],
        ...["back\\slash", "back\\\\slash", "back\\", "\\", "\\%", "\\_", "back\\\\\\slash", "back%"],
        ...[
          "star*",
          "*",
          "s?ars",
          "[a]",
          "[ab]",
          ".",
          ".dot",
          "..",
          "quote'\"",
          "'",
          "''",
          "two  spaces",
          "two spaces"
        ],
        ...[
          "ünïcode àç",
          "ÜNÏCODE",
          "unicode",
          "日本",
          "😀",
          "title i",
          "TITLE I",
          "Title ı",
          "nothing such",
          "long long"
        ]
      ].map((part) => (part.toLowerCase().includes(own.slice(1, -1)) ? part : `${own} ${part}`))
      await withDefinitions(names, async (made) => {
        const find = async (search: string) => {
          const wanted = names
            .flatMap((name, n) => (fold(name).includes(fold(search)) ? [made[n]!.id] : []))
            .toReversed()
          const what = `the search ${JSON.stringify(search)}`
          const items: Array<string> = []
          await follow<string>("P1", async (cursor) => {
            const includeTotal = cursor === undefined
            const page = await client.ok<Page>(kind.id("list"), { search, limit: 200, includeTotal, cursor })
            if (includeTotal) expect("P4", page.total === wanted.length, `the total of ${what} is ${page.total}`)
            else expect("P4", page.total === undefined, `${what} told a total that was not asked for`)
            items.push(...idsOf(page.items))
            return page.nextCursor
          })
          expectSame("P4", items, wanted, what)
        }
        for (const search of searches) await find(search)
        const whole = names.at(-1)!
        await find(whole)
        await find(whole.slice(1))

        // Without a search, or with an empty one, everything is listed: what was made last comes first, but for others'.
        for (const search of [undefined, ""]) {
          const left = new Set(idsOf(made))
          const order: Array<string> = []
          let total: number | undefined
          let pages = 0
          for (let cursor: string | null | undefined; cursor !== null && left.size > 0 && pages < 200; pages++) {
            const page: Page = await client.ok(kind.id("list"), {
              search,
              limit: 200,
              includeTotal: pages === 0,
              cursor
            })
            total ??= page.total
            for (const { id } of page.items) if (left.delete(id)) order.push(id)
            cursor = page.nextCursor
          }
          const what = search === undefined ? "no search" : "an empty search"
          expectSame("P4", order, idsOf(made).toReversed(), `what a list with ${what} has of ${made.length}`)
          expect("P4", total !== undefined && total >= made.length, `the total with ${what} is ${total}`)
        }
      })
    },
    { also: ["P1"], long: true }
  ),

  perKind(
    "P4",
    ["P4.asked", "P4.counts"],
    "a total is told where it is asked for, on each page, and follows every write",
    async ({ client, kind, withDefinitions, word }) => {
      const search = word()
      await withDefinitions(named(search, 5), async (made) => {
        const expectTotal = async (wanted: number, after: string) => {
          const page = (input: object) => client.ok<Page>(kind.id("list"), { search, limit: 1, ...input })
          for (const includeTotal of [true, false, undefined]) {
            // Each page asks as the one before did not.
            let asks = includeTotal
            let pages = 0
            await follow<string>("P1", async (cursor) => {
              const { total, nextCursor } = await page({ includeTotal: asks, cursor })
              const told = asks === true ? wanted : undefined
              expect("P4", total === told, `the total is ${total} and not ${told} after ${after}, on page ${pages}`)
              asks = asks === true ? undefined : true
              return ++pages > 3 ? null : nextCursor
            })
          }
          const other = await client.ok<Page>(kind.id("list"), { search: search.toUpperCase(), includeTotal: true })
          expect("P4", other.total === wanted, `the total in another case is ${other.total} after ${after}`)
        }
        await expectTotal(5, "creates")
        const [first, second, third] = made
        const renamed = await client.ok(kind.id("update"), {
          id: first!.id,
          expectedRevision: 1,
          name: `${word()} away`
        })
        await expectTotal(4, "a rename")
        await client.ok(kind.id("update"), { id: second!.id, expectedRevision: 1, description: "x" })
        await expectTotal(4, "an update")
        await client.ok(kind.id("delete"), { id: third!.id, expectedRevision: 1 })
        await expectTotal(3, "a delete")
        await client.ok(kind.id("restore"), { id: first!.id, revision: 1, expectedRevision: renamed.revision })
        await expectTotal(4, "a restore")
        const copied = await client.ok(kind.id("copy"), { id: first!.id, name: `${search} copied` })
        try {
          await expectTotal(5, "a copy")
        } finally {
          await discard(client, kind, copied.id)
        }
      })
    },
    { also: ["P1"], long: true }
  )
]
