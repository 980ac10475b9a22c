import { withArticle } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { expect } from "../Broken.ts"
import type { Client, Definition } from "../client.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"
import { at, isOpen, isText, type Path, put, type Shape, type Site, wordsOf } from "../shape.ts"
import { basesOf, differenceOf, expectContent, shapeOfKind, shown, strangeParts } from "./content.ts"
import { discard, historyOf, type Page } from "./fixtures.ts"
import { type ChecksOf, perKind } from "./per.ts"

const strange = strangeParts.join(" | ")

/** A text with every character written as an escape. */
const escaped = (text: string) =>
  `"${[...Array(text.length).keys()].map((n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, "0")}`).join("")}"`

const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`

const names = [
  "__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "toJSON", "", " ", " a ", "a.b", "a/b",
  "a~1b", "~0", "$ref", "$where", "@type", "#", "a\u0301", "\u00e1", "b", "a", "B", "A", "10", "9", "01", "-1", "null",
  "\u2028", "\ufeff", "\u{1f600}", "\"", "\\", "x".repeat(1000)
] // prettier-ignore

const numbers =
  "[0,1,-1,0.1,-0.1,1.0,1e2,1E+2,12e-1,100e-2,1e-7,0.000001,-1.5e-10,5e-324,2.2250738585072014e-308,0.30000000000000004," +
  "123456789.12345678,2251799813685249.5,9007199254740991,-9007199254740991,4294967296,2147483648,1e15]"

/** An object in JSON, of members that are so already. */
const objectOf = (members: ReadonlyArray<readonly [name: string, json: string]>) =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`

const many = Array.from({ length: 1000 }, (_, n) => `m${(n * 7919) % 1000}`)
const aLongList = JSON.stringify(many.slice(0, 300).map((_, n) => n % 290))

/** What is put in every place of a definition at once. */
interface Filling {
  readonly what: string
  /** A text for the places of text, in JSON. */
  readonly text: string
  /** A value for the places of open JSON. */
  readonly json: string
  /** Values for the other places: each has the first that it takes. */
  readonly others: ReadonlyArray<unknown>
  /** Whether a server may refuse what it has in open JSON, as the laws promise only that nothing is lost. */
  readonly mayBeRefused?: boolean
}

const fillings: ReadonlyArray<Filling> = [
  {
    what: "strange texts and numbers",
    text: JSON.stringify(strange),
    json: `[${numbers},${JSON.stringify(strange)}]`,
    others: [0.1, 2]
  },
  {
    what: "escapes, and names within names",
    text: escaped([...strange].toReversed().join("")),
    json: objectOf(names.map((name) => [name, objectOf([[name, `[${escaped(strange)},"\\/\\b\\f"]`]])])),
    others: [1]
  },
  {
    what: "what is empty",
    text: '""',
    json:
      '[[],{},"",null,[[]],[{}],{"":{}},{"a":null,"b":[],"c":{}},[null,[null]],false,true,0,"10","true","false","null",' +
      '["b","a","b"],[["a"],["a"]]]',
    others: [0]
  },
  { what: "space alone", text: '" \\t\\r\\n\u3000"', json: '""', others: [9999.75] },
  {
    what: "names in an order, and a long list",
    text: '"\ufeffa\ufeff \u00e9e\u0301\u1e69s\u0323\u0307\u2126\u212b"',
    json: objectOf([
      ...[...names.toReversed(), ...many].map((name, n) => [name, String(n)] as const),
      ["a long list", aLongList]
    ]),
    others: [3]
  },
  { what: "empty lists", text: '"true"', json: '{"a":[]}', others: [[]] },
  { what: "null", text: '"__proto__"', json: "null", others: [null] },
  { what: "no, zero and 64 levels", text: '"0"', json: nested(64), others: [false, 0] },
  {
    what: "100,000 characters",
    text: '"null"',
    json: JSON.stringify("\u20ac\u{1f600}abc\n".repeat(14_286)),
    others: [true, 4]
  },
  {
    what: "large numbers",
    text: '"1e400"',
    json: "[1e300,1.7976931348623157e308]",
    others: [true],
    mayBeRefused: true
  },
  { what: "240 levels", text: '"[]"', json: nested(240), others: [true], mayBeRefused: true }
]

/** What a definition is made of. */
interface Content {
  readonly what: string
  readonly input: unknown
  /** The same as it is sent, but for its name. */
  readonly json: string
  readonly opens: ReadonlyArray<Path>
  readonly mayBeRefused?: boolean | undefined
}

const isOfContent = ({ path }: Site) => path[0] === "source" || path[0] === "settings" || path[0] === "description"

const isLeaf = ({ value }: Site) => typeof value !== "object" || value === null || Array.isArray(value)

/** The places of an input that are filled. A place in what is filled is none. */
const placesOf = ({ sites }: Shape, whole: unknown): ReadonlyArray<Site> =>
  sites.filter((site) => isOfContent(site) && at(whole, site.path) !== undefined && (isOpen(site) || isLeaf(site)))

/** Of a text that is too long for a place, so many characters are put there at a time. */
const pieces = [80, 40, 20, 10, 5, 1]

/** Texts for a place, of which it has the first that it takes. What points into a record is a JSON Pointer, by any schema. */
const textsAt = (path: Path, text: string, n: number): ReadonlyArray<string> => {
  if (path.at(-1) === "pointer") return [text === "" ? "" : pointerOf([text])]
  const characters = [...text]
  const cut = pieces.map((length) => {
    const at = (n * length) % Math.max(1, characters.length)
    return characters.slice(at, at + length).join("")
  })
  return [text, ...cut]
}

/** The input number `n` of some, with something in each of some places that take it. */
const filled = (
  { takes }: Shape,
  base: unknown,
  places: ReadonlyArray<Site>,
  { what, text, json, others, mayBeRefused }: Filling,
  n: number
): Content => {
  const ofSort = (site: Site): ReadonlyArray<unknown> =>
    isOpen(site)
      ? [JSON.parse(json)]
      : isText(site)
        ? // What may be null, is where nothing else is.
          [...(others.includes(null) ? [null] : []), ...textsAt(site.path, JSON.parse(text) as string, n)]
        : others
  const input = takesEach(
    takes,
    base,
    places.map((site) => ({ path: site.path, values: ofSort(site) }))
  )
  const written = places.filter((site) => isOpen(site) && at(input, site.path) !== undefined)
  const marks = new Map(written.map(({ path }, at) => [`the place number ${at}`, path]))
  const marked = [...marks].reduce((whole, [mark, path]) => put(whole, path, mark), put(input, ["name"], undefined))
  const body = JSON.stringify(marked).replace(/"the place number \d+"/g, () => json)
  return { what, input, json: body, opens: written.map(({ path }) => path), mayBeRefused }
}

/** A value with the first of some values at each of some places that it has, if it is taken so. */
const takesEach = (
  takes: Shape["takes"],
  base: unknown,
  places: ReadonlyArray<{ readonly path: Path; readonly values: ReadonlyArray<unknown> }>
): unknown =>
  places.reduce<unknown>(
    (input, { path, values }) =>
      at(input, path) === undefined ? input : (values.map((value) => put(input, path, value)).find(takes) ?? input),
    base
  )

/** An input in which a list of objects has one more, that is another. */
const withAnother = ({ takes }: Shape, input: unknown, { path }: Site): unknown => {
  const list = at(input, path)
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  if (typeof first !== "object" || first === null) return input
  const others = Object.keys(first).map((name) =>
    put(input, path, [...(list as Array<unknown>), { ...first, [name]: "b" }])
  )
  return others.find(takes) ?? input
}

/** What of a kind is written and read. */
interface Kept {
  readonly client: Client
  readonly kind: ServedKind
  readonly shape: Shape
}

/** What a whole definition is, whoever reads it: its ID, revision, times and actors beside its content. */
type Whole = Definition & Readonly<Record<string, unknown>>

/** A content under a name. */
const named = (content: Content, name: string): Content => ({
  ...content,
  input: put(content.input, ["name"], name),
  json: `{"name":${JSON.stringify(name)},${content.json.slice(1)}`
})

/** The content number `n` of some under a name with a part of what is strange, if a name may have it. */
const withName = ({ takes }: Shape, content: Content, word: string, n: number): Content => {
  const part = strangeParts[n % strangeParts.length]
  const names = [`${word} ${part} ${n}`, `${word} ${n}`].map((name) => named(content, name))
  return names.find(({ input }) => takes(input)) ?? names[1]!
}

/** What is made with each of some contents, which comes back from the create, and from a get; those that are refused are left out. */
const createEach = async (
  { client, kind, shape }: Kept,
  word: () => string,
  contents: ReadonlyArray<Content>
): Promise<ReadonlyArray<Content>> => {
  const taken: Array<Content> = []
  for (const [n, original] of contents.entries()) {
    const content = withName(shape, original, word(), n)
    const { what, json } = content
    const { data, error, status, text } = await client.call(kind.id("create"), json)
    // A host's own validation may ask for more than the schema says.
    const mayBeRefused = content.mayBeRefused === true || !kind.isBuiltIn
    if (mayBeRefused && error?.code === "VALIDATION_ERROR") continue
    expect(
      "E4",
      data !== undefined,
      `${withArticle(kind.name)} with ${what} was answered ${status} ${text.slice(0, 300)}`
    )
    const made = data as Whole
    taken.push(original)
    try {
      expectContent(shape, made, content, `${withArticle(kind.name)} made with ${what}`)
      const read = await client.ok(kind.id("get"), { id: made.id })
      expectContent(shape, read, content, `what get reads of ${withArticle(kind.name)} made with ${what}`)
    } finally {
      // What goes wrong with that does not stand in the way of what was seen.
      await client.call(kind.id("delete"), { id: made.id, expectedRevision: 1 }).catch(() => undefined)
    }
  }
  return taken
}

/** Holds a definition, through revisions of some contents, to come back the same from every operation. */
const expectKept = async (
  { client, kind, shape }: Kept,
  word: string,
  contents: ReadonlyArray<Content>
): Promise<void> => {
  const all = contents.map((content, n) => withName(shape, content, word, n))
  const first = await client.call(kind.id("create"), all[0]!.json)
  expect(
    "E4",
    first.data !== undefined,
    `${withArticle(kind.name)} was answered ${first.status} ${first.text.slice(0, 300)}`
  )
  const { id } = first.data as Definition
  const seen: Array<Whole> = []
  const listed = async (content: Content, what: string) => {
    if (!kind.has("list")) return
    const { items } = await client.ok<Page>(kind.id("list"), { search: word })
    expect("E4", items.length === 1 && items[0]!.id === id, `a list has ${items.length} of the one definition`)
    expectContent(shape, items[0]!, content, `what a list has of ${what}`)
  }
  const copies: Array<string> = []
  try {
    for (const [n, content] of all.entries()) {
      const { what, json } = content
      const input = `{"id":"${id}","expectedRevision":${n + 1},${json.slice(1)}`
      const { data, status, text } = await client.call(kind.id("update"), input)
      expect("E4", data !== undefined, `an update with ${what} was answered ${status} ${text.slice(0, 300)}`)
      seen.push(data as Whole)
      expectContent(shape, seen[n]!, content, `what an update with ${what} answers`)
      expectContent(shape, await client.ok(kind.id("get"), { id }), content, `what get reads after ${what}`)
      await listed(content, what)
    }
    if (kind.has("history")) {
      const [, ...items] = (await historyOf(client, kind, id)).toReversed()
      expect("E4", items.length === all.length, `the history has ${items.length + 1} of ${all.length + 1} revisions`)
      for (const [n, item] of items.entries()) {
        expectContent(shape, item, all[n]!, `revision ${n + 2} in the history, of ${all[n]!.what}`)
        const isAsAnswered = differenceOf(item, seen[n]) === undefined
        expect("E4", isAsAnswered, `revision ${n + 2} in the history is not what was answered`)
      }
    }
    for (const [n, content] of all.entries()) {
      const pinned = await client.ok(kind.id("get"), { id, revision: n + 2 })
      expectContent(shape, pinned, content, `what get reads of revision ${n + 2}, of ${content.what}`)
    }
    for (let n = 0; n < all.length && kind.has("copy"); n++) {
      const wanted = withName(shape, contents[n]!, `copy of ${word}`, n)
      const name = at(wanted.input, ["name"])
      const copy = await client.ok(kind.id("copy"), { id, name, revision: n + 2 })
      copies.push(copy.id)
      expectContent(shape, copy, wanted, `a copy of ${wanted.what}`)
      const read = await client.ok(kind.id("get"), { id: copy.id })
      expectContent(shape, read, wanted, `what get reads of a copy of ${wanted.what}`)
    }
    for (let n = 0; n < all.length && kind.has("restore"); n++) {
      const restored = await client.ok(kind.id("restore"), { id, revision: n + 2 })
      expectContent(shape, restored, all[n]!, `what a restore of ${all[n]!.what} answers`)
      const read = await client.ok(kind.id("get"), { id })
      expectContent(shape, read, all[n]!, `what get reads after a restore of ${all[n]!.what}`)
    }
  } finally {
    for (const one of [id, ...copies]) await discard(client, kind, one)
  }
}

const maxBytes = 1_048_576

const lengthOf = (text: string) => new TextEncoder().encode(text).length

/** JSON of so many bytes: a text in it is made as long as that takes, of characters of three bytes. */
const ofBytes = (json: string, before: string, bytes: number) => {
  const missing = bytes - lengthOf(json)
  const filler = "\u20ac".repeat(Math.floor(missing / 3)) + "x".repeat(missing % 3)
  return json.replace(before, () => `${before}${filler}`)
}

/** Numbers that a server may refuse; the digits that are there where it does not. */
const doubtful: ReadonlyArray<readonly [json: string, digits: string]> = [
  ["1e21", ""],
  ["1e300", ""],
  ["1.7976931348623157e308", "17976931348623157"],
  ["0.1234567890123456789", "1234567890123456789"],
  ["1.00000000000000000001", "100000000000000000001"],
  ["12345678901234567890.5", "123456789012345678905"],
  ["2.5e-400", "25e-400"],
  ["3e-324", "3e-324"]
]

/** Laws of what comes back, for each place of a definition that takes a caller's own. */
export const fidelity: ReadonlyArray<ChecksOf> = [
  perKind(
    "E4",
    ["E4.text", "E4.json", "get.revision", "history.whole", "R2.kept", "R5.content", "R6.content"],
    "texts and open JSON of all sorts come back from every place and every operation",
    async ({ client, kind, served, word }) => {
      const kept = { client, kind, shape: shapeOfKind(served, kind) }
      const bases = basesOf(kept.shape, kind)
      let written = 0
      for (const [n, base] of bases.entries()) {
        const places = placesOf(kept.shape, base)
        // What has been filled in one input is not filled again in another; the last is there for servers that refuse
        // the others.
        const own = written === 0 ? places : places.filter(({ whole }) => whole === kept.shape.wholes[n])
        if (own.length === 0 || (written > 0 && n === bases.length - 1)) continue
        const contents = fillings.map((filling, n) => filled(kept.shape, base, own, filling, n))
        const taken = await createEach(kept, word, contents)
        written += taken.length
        if (taken.length > 0) await expectKept(kept, word(), taken)
      }
      if (written === 0) throw new NotChecked("the server refuses all that its schema takes")
    },
    { long: true }
  ),

  perKind(
    "E4",
    ["E4.json"],
    "open JSON that a server may refuse comes back whole where it does not",
    async ({ client, kind, served, word }) => {
      const shape = shapeOfKind(served, kind)
      const base = basesOf(shape, kind)[0]
      const open = shape.sites.find((site) => isOpen(site) && at(base, site.path) !== undefined)
      if (open === undefined) throw new NotChecked("the kind has no open JSON")
      const create = async (json: string, holds: (made: Definition, text: string) => void) => {
        const marked = JSON.stringify(put(put(base, ["name"], word()), open.path, "the place"))
        const answer = await client.call(
          kind.id("create"),
          marked.replace('"the place"', () => json)
        )
        if (answer.data === undefined) {
          const isRefusal = answer.error?.code === "VALIDATION_ERROR"
          return expect(
            "E3",
            isRefusal,
            `${json.slice(0, 100)} was answered ${answer.status} ${answer.text.slice(0, 300)}`
          )
        }
        const { id } = answer.data as Definition
        try {
          const { text, data } = await client.call(kind.id("get"), { id })
          holds(data as Definition, text)
        } finally {
          await discard(client, kind, id)
        }
      }
      for (const [json, digits] of doubtful) {
        await create(`[${json}]`, (made, text) => {
          const isThere = digits !== "" && text.replaceAll(".", "").includes(digits)
          const [value] = at(made, open.path) as [unknown]
          expect("E4", isThere || (digits === "" && value === Number(json)), `${json} came back as ${shown(value)}`)
        })
      }
      // The levels around the place count, too.
      for (const levels of [255, 256, 257, 500]) {
        const depth = levels - open.path.length
        const json = "[".repeat(depth) + "]".repeat(depth)
        await create(json, (made) =>
          expect("E4", JSON.stringify(at(made, open.path)) === json, `JSON of ${levels} levels did not come back whole`)
        )
      }
    }
  ),

  perKind(
    "E4",
    ["E4.words"],
    "each word of a list, and lists of several, come back as they were sent",
    async ({ client, kind, served, word }) => {
      const shape = shapeOfKind(served, kind)
      const places = shape.sites.filter((site) => isOfContent(site) && (wordsOf(site)?.length ?? 0) > 1)
      if (places.length === 0) throw new NotChecked(`${withArticle(kind.name)} has no list of words`)
      const rounds = Math.max(...places.map((site) => wordsOf(site)!.length))
      const kept = { client, kind, shape }
      let written = 0
      for (const base of basesOf(shape, kind)) {
        const several = shape.sites.reduce((input, site) => withAnother(shape, input, site), base)
        const contents = Array.from({ length: rounds }, (_, n): Content => {
          const words = places.map((site) => ({ path: site.path, values: [wordsOf(site)![n % wordsOf(site)!.length]] }))
          const input = takesEach(shape.takes, several, words)
          const json = JSON.stringify(put(input, ["name"], undefined))
          return { what: `the words number ${n + 1} of each list`, input, json, opens: [] }
        })
        const taken = await createEach(kept, word, contents)
        if (taken.length > 0) await expectKept(kept, word(), taken)
        written += taken.length
      }
      if (written === 0) throw new NotChecked("the server refuses all that its schema takes")
    },
    { long: true }
  ),

  perKind(
    "E4",
    ["E4.size", "error.PAYLOAD_TOO_LARGE"],
    "a body of 1 MiB is taken, and comes back whole from every operation; one of a byte more is refused",
    async ({ client, kind, served, word }) => {
      const shape = shapeOfKind(served, kind)
      const base = basesOf(shape, kind)[0]
      const opens = shape.sites.filter((site) => isOpen(site) && at(base, site.path) !== undefined)
      const mark = "the long text"
      const name = word()
      const small = put(base, ["name"], name)
      const inputOf = (more: object, bytes: number) => {
        const [open] = opens
        const input = { ...(small as object), ...more }
        if (open === undefined) return JSON.stringify(input).padEnd(bytes)
        return ofBytes(JSON.stringify(put(input, open.path, [mark])), mark, bytes)
      }
      const tooLarge = async (operation: string, body: string) => {
        const { error, status, text } = await client.call(operation, body, { repeatable: true })
        const { limitBytes } = (error?.details ?? {}) as { readonly limitBytes?: number }
        const isSo = error?.code === "PAYLOAD_TOO_LARGE" && limitBytes === maxBytes
        expect("E3", isSo, `${operation} with a body of 1 MiB and a byte was answered ${status} ${text.slice(0, 300)}`)
      }
      // A kind's own validation may bound what its schema leaves open, as the value of a filter.
      while (opens.length > 1) {
        const { data, error } = await client.call(kind.id("create"), inputOf({}, maxBytes))
        if (data !== undefined) await discard(client, kind, (data as Definition).id)
        if (error?.code !== "VALIDATION_ERROR" || kind.isBuiltIn) break
        opens.shift()
      }
      await tooLarge(kind.id("create"), inputOf({}, maxBytes + 1))
      const body = inputOf({}, maxBytes)
      const content = { input: JSON.parse(body) as unknown }
      const made = await client.call(kind.id("create"), body)
      if (made.error?.code === "VALIDATION_ERROR" && !kind.isBuiltIn)
        throw new NotChecked("the server refuses so long a text")
      expect("E4", made.data !== undefined, `a body of 1 MiB was answered ${made.status} ${made.text.slice(0, 300)}`)
      const { id } = made.data as Definition
      try {
        expectContent(shape, made.data as Definition, content, "what a create of 1 MiB answers")
        await tooLarge(kind.id("update"), inputOf({ id, expectedRevision: 1 }, maxBytes + 1))
        await tooLarge(kind.id("get"), JSON.stringify({ id }).padEnd(maxBytes + 1))
        await client.ok(kind.id("update"), { id, expectedRevision: 1, ...(small as object) })
        const next = inputOf({ id, expectedRevision: 2 }, maxBytes)
        const updated = await client.call(kind.id("update"), next)
        expect(
          "E4",
          updated.data !== undefined,
          `an update of 1 MiB was answered ${updated.status} ${updated.text.slice(0, 300)}`
        )
        const { id: _, expectedRevision: __, ...changes } = JSON.parse(next) as Record<string, unknown>
        const get = await client.call(kind.id("get"), JSON.stringify({ id }).padEnd(maxBytes))
        expectContent(shape, get.data as Definition, { input: changes }, "what get reads after an update of 1 MiB")
        const pinned = await client.ok(kind.id("get"), { id, revision: 1 })
        expectContent(shape, pinned, content, "what get reads of a revision of 1 MiB")
        if (kind.has("history")) {
          const first = (await historyOf(client, kind, id)).at(-1)!
          expectContent(shape, first, content, "a revision of 1 MiB in the history")
        }
        if (kind.has("restore")) {
          const restored = await client.ok(kind.id("restore"), { id, revision: 1 })
          expectContent(shape, restored, content, "a restore of 1 MiB")
        }
        if (kind.has("list")) {
          const { items } = await client.ok<Page>(kind.id("list"), { search: name })
          expectContent(shape, items[0]!, content, "a definition of 1 MiB in a list")
        }
        if (!kind.has("copy")) return
        const copy = await client.ok(kind.id("copy"), { id, name: `${name} copy` })
        await discard(client, kind, copy.id)
        const copied = { input: put(content.input, ["name"], `${name} copy`) }
        expectContent(shape, copy, copied, "a copy of 1 MiB")
      } finally {
        await discard(client, kind, id)
      }
    }
  )
]
