import type { Operation } from "@agent-operations/contract"
import type { Code } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import type { Context } from "../check.ts"
import type { Answer, Definition } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import type { Law } from "../laws.ts"
import type { Served, ServedFamily, ServedKind } from "../served.ts"
import { isObject } from "../json.ts"
import { at, isOpen, isText, type Path, put, type Shape, shapeOf, type Site, wordsOf, written } from "../shape.ts"
import { discard, type Page, withDefinitions } from "./fixtures.ts"
import { perFamily } from "./per.ts"

/** An input that is wrong in one place. */
interface Wrong {
  readonly what: string
  /** Where it is wrong; undefined where that is no place in an input. */
  readonly path: Path | undefined
  /** A right input. */
  readonly whole: unknown
  /** The wrong one, as it is sent, of a right one that has the members of `whole`. */
  readonly body: (whole: unknown) => string | Uint8Array
  /** Codes that say so, too. */
  readonly or?: ReadonlyArray<Code>
}

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

/** Fails unless an answer says of an input that it is wrong, and where. */
const expectWrong = (law: Law, operation: Operation.Any, wrong: Wrong, { error, status, text }: Answer) => {
  const pointer = pointerOf(wrong.path ?? [])
  const what = `${operation.id} with ${wrong.what}${pointer === "" ? "" : ` at ${pointer}`}`
  if (operation.callers === "people" && error?.code === "HUMAN_REQUIRED") return
  if (error !== undefined && wrong.or?.includes(error.code)) return
  expect(law, error?.code === "VALIDATION_ERROR", `${what} was answered ${status} ${text.slice(0, 300)}`)
  if (wrong.path === undefined) return
  const { issues = [] } = (error.details ?? {}) as { readonly issues?: ReadonlyArray<{ readonly path: string }> }
  const isThere = ({ path }: { readonly path: string }) =>
    path === pointer || (path !== "" && `${pointer}/`.startsWith(`${path}/`)) || path.startsWith(`${pointer}/`)
  const isAbove = wrong.path.length === 1 && issues.some(({ path }) => path === "")
  expect(law, isAbove || issues.some(isThere), `${what} is told to be at ${issues.map(({ path }) => path).join(", ")}`)
}

/** Holds the operations of a family to refuse inputs that are wrong in one place, and to change nothing by them. */
const expectRefused = async (
  law: Law,
  { client, few, word, served, family }: Context & { readonly served: Served; readonly family: ServedFamily },
  wrongsOf: (shape: Shape) => Iterable<Wrong>
): Promise<void> => {
  const refuse = async (operation: Operation.Any, kind: ServedKind | undefined, ready: (whole: unknown) => unknown) => {
    for (const wrong of few(wrongsOf(shapeOf(operation)))) {
      const answer = await client.call(operation.id, wrong.body(ready(wrong.whole)), { repeatable: true })
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
  Array.isArray(value) ? { ...value } : {}
]

/** Words that are near one of a list. */
const nearWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words
    .flatMap((word) => [word.toUpperCase(), `${word} `])
    .concat("no such word", "")
    .filter((word) => !words.includes(word))

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
    const { path, value, whole } = site
    const words = wordsOf(site)
    for (const other of [...nearly(value), ...(words === undefined ? [] : nearWords(words))]) {
      if (takes(put(whole, path, other))) continue
      yield {
        what: JSON.stringify(other),
        path,
        whole,
        body: (right) => JSON.stringify(put(right, path, other)),
        or: lookedFor(path, other)
      }
    }
  }
}

const wrongMembers = function* ({ takes, sites }: Shape): Generator<Wrong> {
  for (const { path, value, whole } of sites.filter((site) => isObject(site.value) && !isOpen(site))) {
    const names = Object.keys(value as object)
    const [first = ""] = names
    for (const name of ["noSuchMember", "__proto__", "constructor", first.toUpperCase(), `${first} `]) {
      const there = [...path, name]
      if (names.includes(name) || takes(put(whole, there, 1))) continue
      const body = (right: unknown) => JSON.stringify(put(right, there, 1))
      yield { what: "a member that there is not", path: there, whole, body }
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
    yield { what: "a name given twice", path: [...path, first], whole, body }
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
      yield { what, path: [...path, ...inner], whole, body: (right) => written(right, path, json) }
    }
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
