import fc from "fast-check"
import { expect, expectSame } from "../Broken.ts"
import { check } from "../check.ts"
import { type Definition, expectCode } from "../client.ts"
import { discard, follow, type Page, pageView, walk, withPageViews } from "./fixtures.ts"

const maxResponseBytes = 8 * 1024 * 1024
const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
const named = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`)

/** Laws of lists, histories and what continues them. */
export const paging = [
  check(
    "P1",
    "a walk yields what existed throughout once, in one order, while others are made, changed and deleted",
    ({ client, word, forAll }) =>
      forAll(fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }), 4, async (choices) => {
        const search = word()
        await withPageViews(client, named(search, 14), async (made) => {
          const doomed = await Promise.all(
            [1, 2, 3].map((n) => client.ok("create_page_view", pageView(`${search} doomed ${n}`)))
          )
          const extra: Array<Definition> = []
          const next = choices[Symbol.iterator]()
          try {
            const seen = await walk(client, { search, limit: 1 + choices[0]! }, async (items) => {
              const choice = next.next().value ?? 0
              expect(
                "P2",
                items.length <= 1 + choices[0]!,
                `a page of at most ${1 + choices[0]!} has ${items.length} items`
              )
              if (extra.length < 10)
                extra.push(await client.ok("create_page_view", pageView(`${search} extra ${extra.length}`)))
              const victim = choice > 2 ? doomed.pop() : undefined
              if (victim !== undefined) await discard(client, "page_view", victim.id)
              const { id } = made[choice]!
              const { revision } = await client.ok("get_page_view", { id })
              await client.ok("update_page_view", { id, expectedRevision: revision, description: `${choice}` })
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
            for (const { id } of [...doomed, ...extra]) await discard(client, "page_view", id)
          }
        })
      })
  ),

  check("P2", "a limit outside 1 to 200 is refused, and one within is kept", async ({ client, word }) => {
    const search = word()
    await withPageViews(client, named(search, 5), async () => {
      for (const limit of [0, -1, 201, 1.5, "1", null]) {
        expectCode("P2", await client.call("list_page_views", { search, limit }), "VALIDATION_ERROR", `limit ${limit}`)
      }
      for (const limit of [1, 2, 4]) {
        const { items, nextCursor } = await client.ok<Page>("list_page_views", { search, limit })
        expect("P2", items.length <= limit, `a page of at most ${limit} has ${items.length} items`)
        expect("P2", nextCursor !== null, `a page of ${items.length} of 5 items ends the list`)
      }
      const { items, nextCursor } = await client.ok<Page>("list_page_views", { search, limit: 200 })
      expect(
        "P2",
        items.length === 5 && nextCursor === null,
        `a whole list of 5 has ${items.length} items, and goes on`
      )
    })
  }),

  check(
    "P3",
    "a cursor is refused with other filters, for another operation, and with any byte changed",
    ({ client, word, forAll }) => {
      const search = word()
      return withPageViews(client, named(search, 3), async () => {
        const { nextCursor: cursor } = await client.ok<Page>("list_page_views", { search, limit: 1 })
        if (cursor === null) return expect("P2", false, "a page of 1 of 3 items ends the list")
        const good = await client.call("list_page_views", { search, limit: 2, cursor })
        expect("P3", good.status === 200, `a cursor with its own filters was answered ${good.text}`)
        for (const [what, operation, input] of [
          ["without its search", "list_page_views", { cursor }],
          ["with another search", "list_page_views", { cursor, search: `${search} 1` }],
          ["of another operation", "list_custom_fields", { cursor, search }],
          ["that is empty", "list_page_views", { cursor: "", search }],
          ["with a letter more", "list_page_views", { cursor: `${cursor}A`, search }],
          ["without its last letter", "list_page_views", { cursor: cursor.slice(0, -1), search }]
        ] as const) {
          expectCode("P3", await client.call(operation, input), "VALIDATION_ERROR", `a cursor ${what}`)
        }
        await forAll(fc.tuple(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet)), 60, async ([at, letter]) => {
          if (cursor[at] === letter) return
          const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
          const answer = await client.call("list_page_views", { search, cursor: changed })
          expectCode("P3", answer, "VALIDATION_ERROR", `a cursor with "${letter}" at ${at}`)
        })
      })
    }
  ),

  check(
    "P3",
    "a cursor is refused in another project",
    async ({ client, as, target, word }) => {
      const search = word()
      await withPageViews(client, named(search, 2), async () => {
        const { nextCursor: cursor } = await client.ok<Page>("list_page_views", { search, limit: 1 })
        const answer = await as({ projectId: target.otherProjectId }).call("list_page_views", { search, cursor })
        expectCode("P3", answer, "VALIDATION_ERROR", "a cursor of another project")
      })
    },
    { needs: ["otherProjectId"] }
  ),

  check(
    "P4",
    "total is there when asked for, and counts what the search matches on every page",
    async ({ client, word }) => {
      const search = word()
      await withPageViews(client, [...named(search, 4), `${word()} other`], async () => {
        const first = await client.ok<Page>("list_page_views", {
          search: search.toUpperCase(),
          limit: 3,
          includeTotal: true
        })
        expect("P4", first.total === 4, `the total of 4 items is ${first.total}`)
        const cursor = first.nextCursor
        const second = await client.ok<Page>("list_page_views", {
          search: search.toUpperCase(),
          cursor,
          includeTotal: true
        })
        expect("P4", second.total === 4, `the total of 4 items is ${second.total} on the second page`)
        const without = await client.ok<Page>("list_page_views", { search })
        expect("P4", without.total === undefined, "a total was told that was not asked for")
      })
    }
  ),

  check(
    "P5",
    "a page of large definitions stays under 8 MiB, and the walk still yields each once",
    async ({ client, word }) => {
      const search = word()
      const code = "x".repeat(255 * 1024)
      const made: Array<string> = []
      try {
        for (let n = 0; n < 34; n++) {
          const input = pageView(`${search} ${n}`, { source: { type: "react", code } })
          made.push((await client.ok("create_page_view", input)).id)
        }
        const seen: Array<string> = []
        await follow<string>("P5", async (cursor) => {
          const answer = await client.call("list_page_views", { search, limit: 200, ...(cursor ? { cursor } : {}) })
          const bytes = new TextEncoder().encode(answer.text).length
          expect(
            "P5",
            answer.status === 200 && bytes < maxResponseBytes,
            `a page was ${answer.status}, of ${bytes} bytes`
          )
          const page = answer.data as Page
          expect("P5", page.items.length > 0, "a page is empty while items remain")
          seen.push(...page.items.map(({ id }) => id))
          return page.nextCursor
        })
        expectSame("P5", seen, made.toReversed(), "what a walk of large definitions yielded")
      } finally {
        for (const id of made) await discard(client, "page_view", id)
      }
    }
  ),

  check(
    "P6",
    "the walk of a history yields each revision once, newest first, while more are made",
    ({ client, word, forAll }) =>
      forAll(fc.integer({ min: 1, max: 5 }), 4, (limit) =>
        withPageViews(client, [word()], async ([made]) => {
          const { id } = made!
          let { revision } = made!
          const revise = async () => {
            ;({ revision } = await client.ok("update_page_view", {
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
              "get_page_view_history",
              input
            )
            expect("P6", page.items.length <= limit, `a page of at most ${limit} revisions has ${page.items.length}`)
            seen.push(...page.items.map((item) => item.revision))
            await revise()
            return page.nextBefore
          })
          expectSame("P6", seen, [8, 7, 6, 5, 4, 3, 2, 1], "the walk of a history of 8 revisions")
        })
      )
  ),

  check("P7", "hasMore of dependencies is true exactly when there are more", async ({ client, word }) => {
    const name = word()
    await withPageViews(client, [`${name} used`, `${name} a`, `${name} b`, `${name} c`], async ([used, ...users]) => {
      const { id } = used!
      for (const user of users) {
        await client.ok("update_page_view", {
          id: user.id,
          expectedRevision: 1,
          references: { used: { kind: "page_view", id, revision: null } }
        })
      }
      try {
        for (const limit of [1, 2, 3, 4]) {
          const { items, hasMore } = await client.ok<{ items: ReadonlyArray<Definition>; hasMore: boolean }>(
            "get_page_view_dependencies",
            { id, limit }
          )
          expect("P7", items.length === Math.min(limit, 3), `at most ${limit} of 3 dependencies are ${items.length}`)
          expect("P7", hasMore === limit < 3, `hasMore is ${hasMore} at ${limit} of 3 dependencies`)
        }
      } finally {
        for (const user of users) await discard(client, "page_view", user.id)
      }
    })
  })
]
