import type { Operation } from "@agent-operations/contract"
import type { Code } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import type { Context } from "../check.ts"
import { type Answer, type Definition, issuePathsOf } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import type { Law } from "../laws.ts"
import type { Served, ServedFamily, ServedKind } from "../served.ts"
import { isObject, parseJson } from "../json.ts"
import { at, fits, isOpen, isText, type Path, put, type Shape, shapeOf, type Site, wordsOf, written } from "../shape.ts"
import { discard, type Page, withDefinitions } from "./fixtures.ts"
import { perFamily } from "./per.ts"

/** An input that is wrong in one place. */
interface Wrong {
  readonly what: string
  /** Where it is wrong; undefined where that is no place in an input. */
  readonly path: Path | undefined
  /** How far down its path the first choice between objects is: what is in one may be told of the whole of them. */
  readonly choice?: number | undefined
  /** Whether it is a member that is wrong by its name, which may be told of what has it. */
  readonly isName?: boolean
  /** Whether it is an object or a list, which may be told of what it has in it. */
  readonly isWhole?: boolean
  /** A right input. */
  readonly whole: unknown
  /** The wrong one, as it is sent, of a right one that has the members of `whole`. */
  readonly body: (whole: unknown) => string | Uint8Array
  /** The code that says so, where it is not VALIDATION_ERROR. */
  readonly code?: Code
  /** Codes that say so, too. */
  readonly or?: ReadonlyArray<Code>
}

const maxBytes = 1_048_576

const has = (whole: unknown, name: string) => isObject(whole) && Object.hasOwn(whole, name)

/** A right input on a definition that is there, so that it would be carried out. */
const onto = (whole: unknown, { id, revision }: Definition, name: string): unknown =>
  isObject(whole)
    ? {
        ...whole,
        ...(has(whole, "id") ? { id } : {}),
        ...(has(whole, "expectedRevision") ? { expectedRevision: revision } : {}),
        ...(has(whole, "name") ? { name } : {})
      }
    : whole

/** A right input without a cursor, which no made-up one is. */
const atTheBeginning = (whole: unknown): unknown => {
  if (!isObject(whole)) return whole
  const { cursor: _, ...rest } = whole
  return rest
}

/** Whether an issue is told at the place of what is wrong. */
const isToldAt = (told: string, { path = [], choice, isName, isWhole }: Wrong): boolean => {
  const isIn = (pointer: string) => told === pointer || told.startsWith(`${pointer}/`)
  const here = pointerOf(path)
  if (choice !== undefined) return isIn(pointerOf(path.slice(0, choice)))
  return told === here || (isWhole === true && isIn(here)) || (isName === true && told === pointerOf(path.slice(0, -1)))
}

/** Fails unless an answer says of an input that it is wrong, and where. */
const expectWrong = (law: Law, operation: Operation.Any, wrong: Wrong, { error, status, text }: Answer) => {
  const { code = "VALIDATION_ERROR" } = wrong
  const pointer = pointerOf(wrong.path ?? [])
  const what = `${operation.id} with ${wrong.what}${pointer === "" ? "" : ` at ${pointer}`}`
  if (operation.callers === "people" && error?.code === "HUMAN_REQUIRED") return
  if (error !== undefined && wrong.or?.includes(error.code)) return
  expect(law, error?.code === code, `${what} was answered ${status} ${text.slice(0, 300)} instead of ${code}`)
  if (code === "PAYLOAD_TOO_LARGE") {
    const { bodyBytes = maxBytes } = operation.limits
    expectSame(law, error?.details, { limitBytes: bodyBytes }, `the details of ${what}`)
  }
  if (wrong.path === undefined) return
  const paths = issuePathsOf(error)
  expect(
    law,
    paths.some((path) => isToldAt(path, wrong)),
    `${what} is told to be at ${paths.map((path) => JSON.stringify(path)).join(", ")}`
  )
}

/** Holds the operations of a family to refuse inputs that are wrong in one place, and to change nothing by them. */
const expectRefused = async (
  law: Law,
  { client, few, word, served, family }: Context & { readonly served: Served; readonly family: ServedFamily },
  wrongsOf: (shape: Shape, operation: Operation.Any) => Iterable<Wrong>
): Promise<void> => {
  const refuse = async (operation: Operation.Any, kind: ServedKind | undefined, ready: (whole: unknown) => unknown) => {
    for (const wrong of few(wrongsOf(shapeOf(operation), operation))) {
      const right = wrong.path?.[0] === "cursor" ? wrong.whole : atTheBeginning(wrong.whole)
      const answer = await client.call(operation.id, wrong.body(ready(right)), { repeatable: true })
      const makes = served.aboutOf(operation)?.verb === "create" || served.aboutOf(operation)?.verb === "copy"
      if (kind !== undefined && makes && answer.data !== undefined)
        await discard(client, kind, (answer.data as Definition).id)
      expectWrong(law, operation, wrong, answer)
    }
  }
  for (const operation of family.operations) {
    if (served.aboutOf(operation) === undefined) await refuse(operation, undefined, (whole) => whole)
  }
  for (const kind of served.kinds) {
    const operations = family.operations.filter((operation) => served.aboutOf(operation)?.kind === kind)
    if (operations.length === 0) continue
    const name = word()
    await withDefinitions(client, kind, [word()], async ([made]) => {
      const before = await client.ok(kind.id("get"), { id: made!.id })
      for (const operation of operations) {
        await refuse(operation, kind, (whole) => onto(whole, made!, name))
        const what = `a definition after ${operation.id} was refused`
        const after = await client.ok(kind.id("get"), { id: made!.id })
        expectSame(law, after, before, what)
      }
      if (!kind.has("list")) return
      const { items } = await client.ok<Page>(kind.id("list"), { search: name })
      expect(law, items.length === 0, `${items.length} definitions are there, whose create or copy was refused`)
    })
  }
}

/** A value as a caller might write it who takes one type for another. */
const nearly = (value: unknown): ReadonlyArray<unknown> => [
  null,
  typeof value === "string" ? 1 : JSON.stringify(value),
  typeof value === "boolean" ? 1 : true,
  ...(typeof value === "number" && Number.isInteger(value) ? [value + 0.5] : []),
  [value],
  ...(Array.isArray(value) ? [{ ...value }, ...value.slice(0, 1)] : [{}])
]

/** Words that are near one of a list. */
const nearWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words
    .flatMap((word) => [word.toUpperCase(), `${word} `])
    .concat("no such word", "")
    .filter((word) => !words.includes(word))

/** Texts that are nearly one of a form, an ID, say. */
const nearTexts = (text: string): ReadonlyArray<string> => [
  text.toUpperCase(),
  ` ${text}`,
  `${text} `,
  `${text}\n`,
  `${text}0`,
  `0${text}`,
  text.slice(1),
  text.slice(0, -1),
  text.replace(/_/, "%5f"),
  ""
]

/** An ID, or the kind of a reference, that is wrong may be looked for, too. */
const lookedFor = (path: Path, value: unknown): ReadonlyArray<Code> =>
  typeof value !== "string"
    ? []
    : path.at(-1) === "id"
      ? ["NOT_FOUND", "REFERENCE_NOT_FOUND"]
      : path.at(-1) === "kind"
        ? ["INVALID_REFERENCE"]
        : []

const wrongTypes = function* ({ takes, sites }: Shape): Generator<Wrong> {
  for (const site of sites) {
    const { path, value, whole, ast, choice } = site
    const words = wordsOf(site)
    const isOfForm = typeof value === "string" && words === undefined && !isText(site)
    const near = words !== undefined ? nearWords(words) : isOfForm ? nearTexts(value) : []
    for (const other of [...nearly(value), ...near]) {
      if (takes(put(whole, path, other))) continue
      yield {
        what: JSON.stringify(other),
        // What a place takes by itself, is wrong beside something else.
        path: fits(ast, other) ? undefined : path,
        choice,
        isWhole: typeof other === "object" && other !== null,
        whole,
        body: (right) => JSON.stringify(put(right, path, other)),
        or: lookedFor(path, other)
      }
    }
  }
}

const wrongMembers = function* ({ takes, sites }: Shape): Generator<Wrong> {
  for (const { path, value, whole, choice } of sites.filter((site) => isObject(site.value) && !isOpen(site))) {
    const asName = { whole, choice, isName: true }
    const names = Object.keys(value as object)
    const [first = ""] = names
    for (const name of ["noSuchMember", "__proto__", "constructor", first.toUpperCase(), `${first} `]) {
      const there = [...path, name]
      if (names.includes(name) || takes(put(whole, there, 1))) continue
      const body = (right: unknown) => JSON.stringify(put(right, there, 1))
      yield { ...asName, what: "a member that there is not", path: there, body }
    }
    if (names.length === 0) continue
    const body = (right: unknown) => {
      const inner = at(right, path) as Readonly<Record<string, unknown>>
      const again = `,${JSON.stringify(first)}:${JSON.stringify(inner[first])}}`
      return written(
        right,
        path,
        JSON.stringify(inner).replace(/\}$/, () => again)
      )
    }
    yield { ...asName, what: "a name given twice", path: [...path, first], body }
  }
}

/** Texts of JSON that no text is. */
const inexactTexts: ReadonlyArray<readonly [string, string]> = [
  ["a NUL", String.raw`"a\u0000b"`],
  ["the first half of a surrogate pair", String.raw`"a\ud800"`],
  ["the second half of a surrogate pair", String.raw`"\udc00b"`],
  ["the halves of a surrogate pair the wrong way round", String.raw`"\ude00\ud83d"`]
]

/** Members of open JSON that are not kept exactly, and where. */
const inexactMembers: ReadonlyArray<readonly [string, string, Path]> = [
  ...inexactTexts.map(([what, json]) => [what, `{"here":[0,${json}]}`, ["here", 1]] as const),
  ["an integer beyond 2^53 - 1", '{"here":[9007199254740993]}', ["here", 0]],
  ["an integer below -(2^53 - 1)", '{"here":{"a":-9007199254740993}}', ["here", "a"]],
  ["an integer of 30 digits", "[[123456789012345678901234567890]]", [0, 0]],
  ["a number beyond a double", '{"a":1,"here":1e400}', ["here"]],
  ["a number below a double", '{"here":-1.5e999}', ["here"]],
  ["-0", '{"here":-0}', ["here"]],
  ["-0.0", '[{"here":-0.0}]', [0, "here"]],
  ["a name with a NUL", String.raw`{"here":{"a\u0000":1}}`, ["here"]],
  ["a name with half of a surrogate pair", String.raw`[{"\udfff":1}]`, [0]],
  ["a name given twice", '{"here":{"a":1,"b":2,"a":1}}', ["here"]],
  ["a name given twice, once with an escape", String.raw`{"b":[{"a":1,"\u0061":2}]}`, ["b", 0]]
]

const inexact = function* ({ sites }: Shape): Generator<Wrong> {
  for (const site of sites) {
    const { path, whole } = site
    const near = isOpen(site)
      ? inexactMembers
      : isText(site)
        ? inexactTexts.map(([what, json]) => [what, json, []] as const)
        : typeof site.value === "number"
          ? [["a number beyond a double", "1e400", []] as const, ["-0", "-0", []] as const]
          : []
    for (const [what, json, inner] of near) {
      // What is wrong by a name, is told of what has the name, or of the name.
      const isWhole = what.startsWith("a name")
      yield { what, path: [...path, ...inner], isWhole, whole, body: (right) => written(right, path, json) }
    }
    if (typeof site.value !== "string" || isText(site)) continue
    // A word, or an ID, that is right but for a NUL in it.
    const body = (right: unknown) =>
      written(right, path, JSON.stringify(at(right, path)).replace(/"$/, String.raw`\u0000"`))
    yield { what: "a NUL behind it", path, whole, body }
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Bytes that are no UTF-8. */
const notUtf8: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["a continuation by itself", [0x80]],
  ["a character that is cut off", [0xe2, 0x82]],
  ["an astral character that is cut off", [0xf0, 0x9f, 0x98]],
  ["a slash of two bytes", [0xc0, 0xaf]],
  ["a slash of three bytes", [0xe0, 0x80, 0xaf]],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
  ["a surrogate pair of six bytes", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ["a character beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
  ["a byte that is nowhere in UTF-8", [0xff]],
  ["a letter of Latin-1", [0xe9]]
]

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let n = 0; n < text.length; n++) view.setUint16(n * 2, text.charCodeAt(n), !bigEndian)
  return bytes
}

const hole = "the place of some bytes"

/** JSON with bytes in the middle of a text. */
const withBytes = (whole: unknown, path: Path, bytes: ReadonlyArray<number>): Uint8Array => {
  const [before, after] = JSON.stringify(put(whole, path, `a${hole}b`)).split(hole) as [string, string]
  return new Uint8Array([...bytesOf(before), ...bytes, ...bytesOf(after)])
}

const wrongBytes = function* ({ sites }: Shape): Generator<Wrong> {
  const whole = sites[0]!.whole
  for (const bigEndian of [true, false]) {
    const body = (right: unknown) => utf16(`\ufeff${JSON.stringify(right)}`, bigEndian)
    yield { what: `UTF-16, ${bigEndian ? "big" : "little"} end first`, path: undefined, whole, body }
    yield { what: "UTF-16", path: undefined, whole, body: (right) => utf16(JSON.stringify(right), bigEndian) }
  }
  const texts: ReadonlyArray<Site> = sites.filter(isText)
  if (texts.length === 0) return
  for (const [n, [what, bytes]] of notUtf8.entries()) {
    const { path, whole: one } = texts[n % texts.length]!
    yield { what, path: undefined, whole: one, body: (right) => withBytes(right, path, bytes) }
  }
}

/** Bodies that are no JSON of an input, but have that in them. */
const wrappings: Readonly<Record<string, (json: string) => string>> = {
  "more behind it": (json) => `${json} {}`,
  "a comma at its end": (json) => json.replace(/\}$/, ",}"),
  "a list around it": (json) => `[${json}]`,
  "quotes around it": (json) => JSON.stringify(json),
  "a comment behind it": (json) => `${json} // input`,
  "half of it": (json) => json.slice(0, json.length / 2),
  "nothing of it": () => ""
}

const wrongBodies = function* ({ takes, sites }: Shape, { limits }: Operation.Any): Generator<Wrong> {
  const whole = sites[0]!.whole
  for (const [what, wrap] of Object.entries(wrappings)) {
    // An input may be any JSON.
    if (takes(parseJson(wrap(JSON.stringify(whole))))) continue
    yield { what, path: undefined, whole, body: (right) => wrap(JSON.stringify(right)) }
  }
  const { bodyBytes = maxBytes } = limits
  const body = (right: unknown) => JSON.stringify(right).padEnd(bodyBytes + 1)
  yield { what: `a body of ${bodyBytes} bytes and one more`, path: undefined, whole, code: "PAYLOAD_TOO_LARGE", body }
}

/** Laws of inputs that are wrong in one place, for each place in the input of each operation. */
export const inputs = [
  perFamily(
    "E3",
    ["E3.input", "E3.nothing", "error.VALIDATION_ERROR"],
    "a value of another type, or no word of its list, is refused in every place, and changes nothing",
    (context) => expectRefused("E3", context, wrongTypes)
  ),
  perFamily(
    "E3",
    ["E3.unknown", "E3.nothing"],
    "a member that there is not, or that is there twice, is refused at every level, and changes nothing",
    (context) => expectRefused("E3", context, wrongMembers)
  ),
  perFamily(
    "E3",
    ["E3.body", "E3.nothing", "error.PAYLOAD_TOO_LARGE"],
    "what is no JSON object, or is too large, is refused by every operation though its input is in it, and changes nothing",
    (context) => expectRefused("E3", context, wrongBodies)
  ),
  perFamily(
    "E3",
    ["E3.body", "error.PAYLOAD_TOO_LARGE"],
    "a body of 1 MiB is answered by every operation as a small one",
    async ({ client, family, served, word }) => {
      for (const operation of family.operations) {
        const about = served.aboutOf(operation)
        const makes = about?.verb === "create" || about?.verb === "copy"
        const { bodyBytes = maxBytes } = operation.limits
        const ask = async (bytes: number) => {
          const { example } = operation
          const input = makes ? { ...(example.input as object), name: word() } : example.input
          const answer = await client.call(operation.id, JSON.stringify(input).padEnd(bytes))
          if (makes && answer.data !== undefined) await discard(client, about.kind, (answer.data as Definition).id)
          return answer
        }
        // What is there to be deleted is there once.
        if (operation.effect === "destructive") await ask(0)
        const [small, large] = [await ask(0), await ask(bodyBytes)]
        const isSame = large.status === small.status && large.error?.code === small.error?.code
        const shown = `${operation.id} with a body of ${bodyBytes} bytes was answered ${large.status} ${large.text.slice(0, 300)}`
        expect("E3", isSame, `${shown}, and with a small one ${small.status}`)
      }
    }
  ),
  perFamily(
    "E3",
    ["E3.body", "E3.nothing"],
    "what is not UTF-8 is refused by every operation, wherever it is, and changes nothing",
    (context) => expectRefused("E3", context, wrongBytes)
  ),
  perFamily(
    "E4",
    ["E4.refused", "E3.nothing"],
    "what cannot be kept exactly is refused in every place, which is named, and changes nothing",
    (context) => expectRefused("E4", context, inexact)
  )
]
