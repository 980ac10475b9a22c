import { withArticle } from "@agent-operations/contract"
import fc from "fast-check"
import { expect, expectSame } from "../Broken.ts"
import { type Client, type Definition, expectCode } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import type { Place } from "../places.ts"
import type { ServedKind } from "../served.ts"
import { discard, follow, type Page, referenceTo, walk } from "./fixtures.ts"
import { perKind } from "./per.ts"

const maxResponseBytes = 8 * 1024 * 1024
const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
const named = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`)

/** How large a text to try, in bytes: the largest first, and the last still fills a page of 200. */
const largeSizes = [900, 225, 56].map((kibibytes) => kibibytes * 1024)

/** Creates a definition with as large a text in it as the server takes. */
const createLarge = async (client: Client, kind: ServedKind, name: string) => {
  const places = [kind.openJson, kind.text].filter((place): place is Place => place !== undefined)
  for (const bytes of largeSizes) {
    for (const { put } of places) {
      const content = put("x".repeat(bytes))
      const { data } = await client.call(kind.id("create"), kind.body(name, content))
      if (data !== undefined) return { id: (data as Definition).id, bytes }
    }
  }
  throw new NotChecked(`no 200 of ${kind.name} can be as large as 8 MiB`)
}

/** Laws of lists, histories and what continues them. */
export const paging = [
  perKind(
    "P1",
    ["P1.walk", "P1.filtered", "list.order"],
    "a walk yields what existed throughout once, in one order, while others are made, changed and deleted",
    ({ client, kind, withDefinitions, word, forAll }) =>
      forAll(fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }), 4, async (choices) => {
        const search = word()
        await withDefinitions(named(search, 14), async (made) => {
          const doomed = await Promise.all(
            [1, 2, 3].map((n) => client.ok(kind.id("create"), kind.body(`${search} doomed ${n}`)))
          )
          const extra: Array<Definition> = []
          const next = choices[Symbol.iterator]()
          try {
            const seen = await walk(client, kind, { search, limit: 1 + choices[0]! }, async (items) => {
              const choice = next.next().value ?? 0
              expect(
                "P2",
                items.length <= 1 + choices[0]!,
                `a page of at most ${1 + choices[0]!} has ${items.length} items`
              )
              if (extra.length < 10)
                extra.push(await client.ok(kind.id("create"), kind.body(`${search} extra ${extra.length}`)))
              const victim = choice > 2 ? doomed.pop() : undefined
              if (victim !== undefined) await discard(client, kind, victim.id)
              const { id } = made[choice]!
              const { revision } = await client.ok(kind.id("get"), { id })
              await client.ok(kind.id("update"), { id, expectedRevision: revision, description: `${choice}` })
            })
            const ids = seen.map(({ id }) => id)
            expect("P1", new Set(ids).size === ids.length, "a walk yielded an item twice")
            const kept = ids.filter((id) => made.some((one) => one.id === id))
            expectSame(
              "P1",
              kept,
              made.map(({ id }) => id).toReversed(),
              "what a walk yielded of what existed throughout"
            )
          } finally {
            for (const { id } of [...doomed, ...extra]) await discard(client, kind, id)
          }
        })
      })
  ),

  perKind(
    "P2",
    ["P2.limit", "P2.end", "P2.range", "list.limit"],
    "a limit outside 1 to 200 is refused, and one within is kept",
    async ({ client, kind, withDefinitions, word }) => {
      const search = word()
      await withDefinitions(named(search, 5), async () => {
        for (const limit of [0, -1, 201, 1.5, "1", null]) {
          expectCode("P2", await client.call(kind.id("list"), { search, limit }), "VALIDATION_ERROR", `limit ${limit}`)
        }
        for (const limit of [1, 2, 4]) {
          const { items, nextCursor } = await client.ok<Page>(kind.id("list"), { search, limit })
          expect("P2", items.length <= limit, `a page of at most ${limit} has ${items.length} items`)
          expect("P2", nextCursor !== null, `a page of ${items.length} of 5 items ends the list`)
        }
        const all = await walk(client, kind, { search, limit: 200 })
        expect("P2", all.length === 5, `a whole list of 5 has ${all.length} items`)
      })
    }
  ),

  perKind(
    "P3",
    ["P3.filters", "P3.operation", "P3.byte"],
    "a cursor is refused with other filters, for another operation, and with any byte changed",
    ({ client, kind, others, withDefinitions, word, forAll }) => {
      const search = word()
      return withDefinitions(named(search, 3), async () => {
        const { nextCursor: cursor } = await client.ok<Page>(kind.id("list"), { search, limit: 1 })
        if (cursor === null) return expect("P2", false, "a page of 1 of 3 items ends the list")
        const good = await client.call(kind.id("list"), { search, limit: 2, cursor })
        expect("P3", good.status === 200, `a cursor with its own filters was answered ${good.text}`)
        for (const [what, operation, input] of [
          ["without its search", kind.id("list"), { cursor }],
          ["with another search", kind.id("list"), { cursor, search: `${search} 1` }],
          ...others
            .filter(({ has }) => has("list"))
            .map((other) => ["of another operation", other.id("list"), { cursor, search }] as const),
          ["that is empty", kind.id("list"), { cursor: "", search }],
          ["with a letter more", kind.id("list"), { cursor: `${cursor}A`, search }],
          ["without its last letter", kind.id("list"), { cursor: cursor.slice(0, -1), search }]
        ] as const) {
          expectCode("P3", await client.call(operation, input), "VALIDATION_ERROR", `a cursor ${what}`)
        }
        await forAll(fc.tuple(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet)), 60, async ([at, letter]) => {
          if (cursor[at] === letter) return
          const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
          const answer = await client.call(kind.id("list"), { search, cursor: changed })
          expectCode("P3", answer, "VALIDATION_ERROR", `a cursor with "${letter}" at ${at}`)
        })
      })
    }
  ),

  perKind(
    "P3",
    ["P3.project"],
    "a cursor is refused in another project",
    async ({ client, kind, withDefinitions, as, target, word }) => {
      const search = word()
      await withDefinitions(named(search, 2), async () => {
        const { nextCursor: cursor } = await client.ok<Page>(kind.id("list"), { search, limit: 1 })
        const answer = await as({ projectId: target.otherProjectId }).call(kind.id("list"), { search, cursor })
        expectCode("P3", answer, "VALIDATION_ERROR", "a cursor of another project")
      })
    },
    { needs: ["otherProjectId"] }
  ),

  perKind(
    "P4",
    ["P4.asked", "P4.counts"],
    "total is there when asked for, and counts what the search matches on every page",
    async ({ client, kind, withDefinitions, word }) => {
      const search = word()
      await withDefinitions([...named(search, 4), `${word()} other`], async () => {
        await follow<string>("P1", async (cursor) => {
          const input = { search: search.toUpperCase(), limit: 3, includeTotal: true, ...(cursor ? { cursor } : {}) }
          const { nextCursor, total } = await client.ok<Page>(kind.id("list"), input)
          expect("P4", total === 4, `the total of 4 items is ${total} ${cursor ? "on a later page" : ""}`)
          return nextCursor
        })
        const without = await client.ok<Page>(kind.id("list"), { search })
        expect("P4", without.total === undefined, "a total was told that was not asked for")
      })
    }
  ),

  perKind(
    "P5",
    ["P5.bytes", "P5.history"],
    "a page of large definitions, and of large revisions, stays under 8 MiB, and the walk still yields each once",
    async ({ client, kind, word }) => {
      const search = word()
      const made: Array<string> = []
      const under = async (operation: string, input: object) => {
        const answer = await client.call(operation, { limit: 200, ...input })
        const bytes = new TextEncoder().encode(answer.text).length
        expect(
          "P5",
          answer.status === 200 && bytes < maxResponseBytes,
          `a page was ${answer.status}, of ${bytes} bytes`
        )
        const page = answer.data as Page & { readonly nextBefore?: number | null }
        expect("P5", page.items.length > 0, "a page is empty while items remain")
        return page
      }
      try {
        const { id, bytes } = await createLarge(client, kind, `${search} 0`)
        made.push(id)
        const count = Math.floor(maxResponseBytes / bytes) + 1
        for (let n = 1; n < count; n++) {
          made.push((await client.ok(kind.id("copy"), { id, name: `${search} ${n}` })).id)
          await client.ok(kind.id("restore"), { id, revision: 1, expectedRevision: n })
        }
        const seen: Array<string> = []
        await follow<string>("P5", async (cursor) => {
          const { items, nextCursor } = await under(kind.id("list"), { search, cursor })
          seen.push(...items.map((one) => one.id))
          return nextCursor
        })
        expectSame("P5", seen, made.toReversed(), "what a walk of large definitions yielded")
        const revisions: Array<number> = []
        await follow<number>("P5", async (before) => {
          const { items, nextBefore } = await under(kind.id("history"), { id, before })
          revisions.push(...items.map(({ revision }) => revision))
          return nextBefore ?? null
        })
        const all = Array.from({ length: count }, (_, n) => count - n)
        expectSame("P5", revisions, all, "what the walk of a history of large revisions yielded")
      } finally {
        for (const id of made) await discard(client, kind, id)
      }
    }
  ),

  perKind(
    "P6",
    ["P6.newest", "P6.before"],
    "the walk of a history yields each revision once, newest first, while more are made",
    ({ client, kind, withDefinitions, word, forAll }) =>
      forAll(fc.integer({ min: 1, max: 5 }), 4, (limit) =>
        withDefinitions([word()], async ([made]) => {
          const { id } = made!
          let { revision } = made!
          const revise = async () => {
            ;({ revision } = await client.ok(kind.id("update"), {
              id,
              expectedRevision: revision,
              description: `${revision}`
            }))
          }
          for (let n = 0; n < 7; n++) await revise()
          const seen: Array<number> = []
          await follow<number>("P6", async (before) => {
            const input = { id, limit, ...(before === undefined ? {} : { before }) }
            const page = await client.ok<{ items: ReadonlyArray<Definition>; nextBefore: number | null }>(
              kind.id("history"),
              input
            )
            expect("P6", page.items.length <= limit, `a page of at most ${limit} revisions has ${page.items.length}`)
            seen.push(...page.items.map((item) => item.revision))
            await revise()
            return page.nextBefore
          })
          expectSame("P6", seen, [8, 7, 6, 5, 4, 3, 2, 1], "the walk of a history of 8 revisions")
          const { items } = await client.ok<{ items: ReadonlyArray<Definition> }>(kind.id("history"), { id, before: 4 })
          const below = items.map((item) => item.revision)
          // A page may be short.
          expectSame("P6", below, [3, 2, 1].slice(0, Math.max(1, below.length)), "a history before revision 4")
        })
      )
  ),

  perKind("P7", ["P7.more"], "hasMore of dependencies is true exactly when there are more", async (context) => {
    const { client, kind, others, withDefinitions, word } = context
    const { dependencies } = kind
    if (dependencies === undefined)
      throw new NotChecked(`the families do not tell who refers to ${withArticle(kind.name)}`)
    const users = [kind, ...others].filter(({ mayReference }) => mayReference.includes(kind.name))
    if (users.length === 0) throw new NotChecked(`no kind may refer to ${withArticle(kind.name)}`)
    const name = word()
    await withDefinitions([`${name} used`], async ([used]) => {
      const { id } = used!
      const made: Array<readonly [ServedKind, string]> = []
      try {
        for (let n = 0; n < 3; n++) {
          const user = users[n % users.length]!
          const body = user.body(`${name} ${n}`, { references: { used: referenceTo(kind, id) } })
          made.push([user, (await client.ok(user.id("create"), body)).id])
        }
        for (const limit of [1, 2, 3, 4]) {
          const { items, hasMore } = await client.ok<{ items: ReadonlyArray<Definition>; hasMore: boolean }>(
            dependencies,
            { id, limit }
          )
          const count = items.length
          expect("P7", count > 0 && count <= Math.min(limit, 3), `at most ${limit} of 3 dependencies are ${count}`)
          expect("P7", hasMore === count < 3, `hasMore is ${hasMore}, and ${count} of 3 dependencies are there`)
        }
      } finally {
        for (const [user, one] of made) await discard(client, user, one)
      }
    })
  })
]
