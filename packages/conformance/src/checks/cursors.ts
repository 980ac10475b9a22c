import { expect } from "../Broken.ts"
import type { Check } from "../check.ts"
import { type Client, expectCode } from "../client.ts"
import type { ServedKind } from "../served.ts"
import { expectFree, type Page } from "./fixtures.ts"
import { perKind } from "./per.ts"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const swapCase = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

/** A letter that is near to one: in another case, or the next of the alphabet. */
const nearTo = (letter: string) => {
  const swapped = swapCase(letter)
  return swapped === letter ? letters[(letters.indexOf(letter) + 1) % letters.length]! : swapped
}

/** Cursors that differ from one in a letter, at every position, and in what stands before, within and after. */
const changesOf = (cursor: string): ReadonlyArray<readonly [what: string, changed: string]> => {
  const at = (n: number, letter: string) => cursor.slice(0, n) + letter + cursor.slice(n + 1)
  const positions = [...cursor].map((letter, n) => [letter, n] as const)
  const last = cursor.length - 1
  const middle = cursor.length >> 1
  return [
    ...positions.map(([letter, n]) => [`with another letter at ${n}`, at(n, nearTo(letter))] as const),
    // The last letter of base64 holds bits that say nothing, and are to be looked at all the same.
    ...[...letters].map((letter) => [`that ends in ${letter}`, at(last, letter)] as const),
    ...[0, 1, middle, last - 1, last].map(
      (n) => [`without its letter ${n}`, cursor.slice(0, n) + cursor.slice(n + 1)] as const
    ),
    ...["A", "=", "0", ".", "-"].flatMap((letter) =>
      [0, middle, cursor.length].map(
        (n) => [`with ${letter} more at ${n}`, cursor.slice(0, n) + letter + cursor.slice(n)] as const
      )
    ),
    ["in upper case", cursor.toUpperCase()],
    ["in lower case", cursor.toLowerCase()],
    ["backwards", [...cursor].toReversed().join("")],
    ["twice", cursor + cursor],
    ["with a space before it", ` ${cursor}`],
    ["with a line end after it", `${cursor}\n`],
    ["that is its first half", cursor.slice(0, middle)],
    ["that is its second half", cursor.slice(middle)],
    ["that is empty", ""]
  ]
}

/** What two cursors of one list make together: the beginning of one and the end of the other. */
const spliced = (a: string, b: string) => {
  const places = Array.from({ length: 16 }, (_, n) => Math.round(((n + 1) * Math.min(a.length, b.length)) / 17))
  return [...new Set(places.flatMap((n) => [a.slice(0, n) + b.slice(n), b.slice(0, n) + a.slice(n)]))].filter(
    (one) => one !== a && one !== b
  )
}

const cursorOf = async (client: Client, kind: ServedKind, input: object): Promise<string> => {
  const { nextCursor } = await client.ok<Page>(kind.id("list"), { limit: 1, ...input })
  expect("P2", nextCursor !== null, "a page of 1 of 3 items ends the list")
  return nextCursor!
}

const refused = async (client: Client, operation: string, input: object, what: string): Promise<void> =>
  expectCode("P3", await client.call(operation, input), "VALIDATION_ERROR", `a cursor ${what}`)

/** How many are asked at a time. */
const atATime = 8

/** Laws of what continues a list. */
export const cursors = [
  perKind(
    "P3",
    ["P3.byte"],
    "a cursor is refused with each of its letters changed, and put together from two",
    ({ client, kind, withDefinitions, word }) => {
      const search = word()
      return withDefinitions(
        [1, 2, 3].map((n) => `${search} ${n}`),
        async () => {
          const first = await cursorOf(client, kind, { search })
          const second = await cursorOf(client, kind, { search, cursor: first })
          const wrong = [
            ...changesOf(first),
            ...spliced(first, second).map((one) => ["of the halves of two", one] as const)
          ].filter(([, changed]) => changed !== first && changed !== second)
          for (let n = 0; n < wrong.length; n += atATime) {
            const some = wrong.slice(n, n + atATime)
            await Promise.all(
              some.map(([what, cursor]) => refused(client, kind.id("list"), { search, cursor }, `${what}: ${cursor}`))
            )
          }
        }
      )
    },
    { also: ["P2"], long: true }
  ),

  perKind(
    "P3",
    ["P3.filters", "P3.operation", "P3.limit"],
    "a cursor is refused with each other search and in each other list, and taken with another limit",
    ({ client, kind, others, withDefinitions, word }) => {
      const search = word()
      return withDefinitions(
        [1, 2, 3].map((n) => `${search} ${n}`),
        async () => {
          const searched = await cursorOf(client, kind, { search })
          const all = await cursorOf(client, kind, {})
          for (const other of [
            undefined,
            "",
            " ",
            `${search} `,
            search.slice(1),
            search.slice(0, -1),
            `${search} 1`,
            "c"
          ])
            await refused(client, kind.id("list"), { search: other, cursor: searched }, `with the search ${other}`)
          for (const other of [search, "c", " "])
            await refused(client, kind.id("list"), { search: other, cursor: all }, `of all with the search ${other}`)
          for (const other of others.filter(({ has }) => has("list"))) {
            await refused(client, other.id("list"), { search, cursor: searched }, `of another list`)
            await refused(client, other.id("list"), { cursor: all }, `of another list of all`)
          }
          for (const limit of [1, 2, 200, undefined]) {
            for (const includeTotal of [true, false, undefined]) {
              const input = { search, cursor: searched, limit, includeTotal }
              const { data, text } = await client.call(kind.id("list"), input)
              const what = `a cursor with limit ${limit} and includeTotal ${includeTotal}`
              expect("P3", data !== undefined, `${what} was answered ${text}`)
              const { items, total } = data as Page
              expect(
                "P3",
                items.length > 0 && items.length <= Math.min(2, limit ?? 2),
                `${what}: ${items.length} items`
              )
              expect("P4", total === (includeTotal === true ? 3 : undefined), `${what}: a total of ${total}`)
            }
          }
        }
      )
    },
    { also: ["P2", "P4"] }
  ),

  ...(
    [
      ["another project of its organization", ["otherProjectId"]],
      ["a project of another organization", ["foreign"]]
    ] as const
  ).map(([where, needs]) =>
    perKind(
      "P3",
      ["P3.project"],
      `a cursor is refused in ${where}, with its search and without, and one of there here`,
      async ({ client, kind, withDefinitions, as, target, word }) => {
        expectFree(kind)
        const search = word()
        const there = as(needs[0] === "foreign" ? target.foreign! : { projectId: target.otherProjectId })
        const names = [1, 2, 3].map((n) => `${search} ${n}`)
        await withDefinitions(names, () =>
          withDefinitions(
            names,
            async () => {
              for (const [from, to] of [
                [client, there],
                [there, client]
              ] as const) {
                for (const input of [{ search }, {}]) {
                  const cursor = await cursorOf(from, kind, input)
                  await refused(to, kind.id("list"), { ...input, cursor }, `of ${where}`)
                }
              }
            },
            there
          )
        )
      },
      { needs: needs as Check["needs"], also: ["P2"] }
    )
  )
]
