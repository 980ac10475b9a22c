import { expectSame } from "../Broken.ts"
import type { Definition } from "../client.ts"
import { discard, walk } from "./fixtures.ts"
import { perKind } from "./per.ts"

/** Texts, and what some server has taken each of them for. */
const pairs: ReadonlyArray<readonly [text: string, other: string]> = [
  ["\r\n", "\n"],
  ["\n", " "],
  ["\t", "  "],
  ["  ", " "],
  ["\u00a0", " "],
  ["\ufeff", ""],
  ["\u0001", ""],
  ["\u200b", ""],
  ["&", "&amp;"],
  ["<", "&lt;"],
  ["+", " "],
  ["%20", " "],
  ["\\", "\\\\"],
  ["\\n", "\n"],
  ["\\u0041", "A"],
  ["'", "''"],
  ['"', "'"],
  ["\u{1f600}", "\ufffd"],
  ["%", "ab"],
  ["_", "b"],
  ["*", "cc"],
  [".", "d"],
  ["\u00e9", "e"],
  ["-", "\u2013"]
]

const size = 12

/** Two names: what stands between their marks is one of each pair. Each is short enough to be a name. */
const namesOf = (start: string, mark: (n: number) => string, some: typeof pairs): ReadonlyArray<string> =>
  [0, 1].map((side) => `${start}${some.map((pair, n) => mark(n) + pair[side]).join("")}${mark(some.length)}`)

const fold = (text: string) => text.normalize("NFC").toLowerCase()

/** A character that is in few names. */
const rare = () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 0x5000))

/** Laws of what a search is. */
export const searches = [
  perKind(
    "P4",
    ["list.search"],
    "a search for any text finds that, and not what it may be taken for, also where it is one letter",
    async ({ client, few, kind, word }) => {
      const start = word()
      const mark = (n: number) => `${n}${start.slice(1, 4)}`
      const [one, two, hidden] = [rare(), rare(), word()]
      const groups = [pairs.slice(0, size), pairs.slice(size)]
      const names = [...groups.flatMap((some, n) => namesOf(`${start} ${n} `, mark, some)), `${start} ${one}${two}`]
      const parts = groups.flatMap((some) =>
        some.flatMap((pair, n) =>
          pair.flatMap((text) => [`${mark(n)}${text}${mark(n + 1)}`, `${text}${mark(n + 1)}`, `${mark(n)}${text}`])
        )
      )
      const made: Array<Definition> = []
      try {
        for (const name of names) {
          const input = kind.body(name, { description: `${name} ${hidden}` })
          made.push(await client.ok(kind.id("create"), input))
        }
        for (const search of new Set([...few(parts), one, two, one + two, hidden])) {
          // Others may have names that match, too.
          const found = new Set((await walk(client, kind, { search, limit: 200 })).map(({ id }) => id))
          const seen = made.filter(({ id }) => found.has(id)).map(({ name }) => name)
          const wanted = names.filter((name) => fold(name).includes(fold(search)))
          expectSame("P4", seen, wanted, `the names that the search ${JSON.stringify(search)} finds`)
        }
      } finally {
        for (const { id } of made) await discard(client, kind, id)
      }
    }
  )
]
