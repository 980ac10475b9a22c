import type { Json } from "../mutant.ts"
import type { Place } from "../places.ts"

/** How a value is changed, by the name of what is done. */
export type Changes = Readonly<Record<string, (value: Json) => Json>>

const entities = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** What servers do to text that they are to keep as it is. */
export const texts: Readonly<Record<string, (text: string) => string>> = {
  "takes the white space off the ends": (text) => text.trim(),
  "takes the white space off the end": (text) => text.trimEnd(),
  "makes one space of several": (text) => text.replace(/ {2,}/g, " "),
  "writes it in capitals": (text) => text.toUpperCase(),
  "writes it in small letters": (text) => text.toLowerCase(),
  "composes it": (text) => text.normalize("NFC"),
  "takes it apart": (text) => text.normalize("NFD"),
  "makes LF of CRLF": (text) => text.replaceAll("\r\n", "\n"),
  "makes CRLF of LF": (text) => text.replace(/(?<!\r)\n/g, "\r\n"),
  "makes spaces of tabs": (text) => text.replaceAll("\t", "  "),
  "takes a byte order mark off": (text) => text.replace(/^\ufeff/, ""),
  "replaces what is beyond the first plane": (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"),
  // eslint-disable-next-line no-control-regex -- these are what is left out
  "leaves control characters out": (text) => text.replace(/[\u0001-\u0008\u000e-\u001f]/g, ""),
  "leaves entities in it": entities,
  "doubles its backslashes": (text) => text.replaceAll("\\", "\\\\"),
  "takes its quotation marks for others": (text) => text.replaceAll('"', "'"),
  "cuts it at 100 characters": (text) => text.slice(0, 100),
  "cuts the last of its characters off where they are many": (text) => (text.length > 100 ? text.slice(0, -1) : text),
  "takes an empty one for a space": (text) => (text === "" ? " " : text)
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const mapEach = (value: Json, change: (value: Json) => Json): Json =>
  change(
    Array.isArray(value)
      ? value.map((inner) => mapEach(inner, change))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapEach(inner, change)]))
        : value
  )

const numbers = (change: (value: number) => Json) => (value: Json) =>
  mapEach(value, (one) => (typeof one === "number" ? change(one) : one))
const strings = (change: (value: string) => Json) => (value: Json) =>
  mapEach(value, (one) => (typeof one === "string" ? change(one) : one))
const lists = (change: (value: ReadonlyArray<Json>) => Json) => (value: Json) =>
  mapEach(value, (one) => (Array.isArray(one) ? change(one) : one))
const objects = (change: (entries: ReadonlyArray<[string, Json]>) => ReadonlyArray<[string, Json]>) => (value: Json) =>
  mapEach(value, (one) => (isObject(one) ? Object.fromEntries(change(Object.entries(one))) : one))

const upTo = (value: Json, levels: number): Json => {
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) return null
  return Array.isArray(value)
    ? value.map((inner) => upTo(inner, levels - 1))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, upTo(inner, levels - 1)]))
}

/** What servers do to open JSON that they are to keep as it is, for each sort of value. */
export const openJson: Changes = {
  "null becomes an empty object": (value) => value ?? {},
  "leaves members out that are null": objects((entries) => entries.filter(([, inner]) => inner !== null)),
  "leaves nulls out of lists": lists((list) => list.filter((inner) => inner !== null)),
  "true becomes 1": (value) => mapEach(value, (one) => (one === true ? 1 : one)),
  "false becomes null": (value) => mapEach(value, (one) => (one === false ? null : one)),
  "numbers become text": numbers(String),
  "numbers are rounded to whole ones": numbers((one) => Math.round(one) + 0),
  "numbers keep 7 digits": numbers((one) => Number(one.toPrecision(7))),
  "numbers keep 16 digits": numbers((one) => Number(one.toPrecision(16))),
  "whole numbers are kept in 32 bits": numbers((one) =>
    Number.isInteger(one) && Math.abs(one) < 1e15 ? one | 0 : one
  ),
  "whole numbers stop at 10^15": numbers((one) => (Number.isInteger(one) ? Math.min(one, 1e15) : one)),
  "numbers lose their sign": numbers(Math.abs),
  "the smallest numbers become zero": numbers((one) => (Math.abs(one) < 1e-300 ? 0 : one)),
  "the largest numbers become the largest of 32 bits": numbers((one) => (Math.abs(one) > 1e300 ? 3.4e38 : one)),
  "zero becomes null": numbers((one) => (one === 0 ? null : one)),
  "empty texts become null": strings((one) => (one === "" ? null : one)),
  "texts of digits become numbers": strings((one) => (/^[1-9]\d{0,14}$/.test(one) ? Number(one) : one)),
  "texts of true and false become truth": strings((one) => (one === "true" || one === "false" ? one === "true" : one)),
  "texts of null become null": strings((one) => (one === "null" ? null : one)),
  "texts are composed": strings((one) => one.normalize("NFC")),
  "texts lose the white space at their ends": strings((one) => one.trim()),
  "texts lose what is beyond the first plane": strings((one) => one.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd")),
  "texts are cut at 65,535 characters": strings((one) => one.slice(0, 65_535)),
  "empty lists are left out": objects((entries) => entries.filter(([, one]) => !Array.isArray(one) || one.length > 0)),
  "empty lists become empty objects": lists((list) => (list.length === 0 ? {} : list)),
  "lists of one become that one": lists((list) => (list.length === 1 ? list[0] : list)),
  "lists are sorted": lists((list) => list.toSorted()),
  "lists keep what is different alone": lists((list) => [
    ...new Map(list.map((one) => [JSON.stringify(one), one])).values()
  ]),
  "lists are flattened": lists((list) => list.flat()),
  "lists keep 256 items": lists((list) => list.slice(0, 256)),
  "empty objects are left out": objects((entries) =>
    entries.filter(([, one]) => !isObject(one) || Object.keys(one).length > 0)
  ),
  "objects keep 256 members": objects((entries) => entries.slice(0, 256)),
  "members are sorted by name": objects((entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  "names are composed": objects((entries) => entries.map(([name, one]) => [name.normalize("NFC"), one])),
  "names are trimmed": objects((entries) => entries.map(([name, one]) => [name.trim(), one])),
  "names are written in small letters": objects((entries) => entries.map(([name, one]) => [name.toLowerCase(), one])),
  "a member of an empty name is left out": objects((entries) => entries.filter(([name]) => name !== "")),
  "a member __proto__ is left out": objects((entries) => entries.filter(([name]) => name !== "__proto__")),
  "a member constructor is left out": objects((entries) => entries.filter(([name]) => name !== "constructor")),
  "names with a dot are split": objects((entries) => entries.map(([name, one]) => [name.replace(".", "_"), one])),
  "names with a dollar lose it": objects((entries) => entries.map(([name, one]) => [name.replace(/^\$/, ""), one])),
  "16 levels are kept": (value) => upTo(value, 16),
  "64 levels are kept": (value) => upTo(value, 64),
  "200 levels are kept": (value) => upTo(value, 200)
}

/** What is done to a value that is no text of all sorts, by its type. */
export const changesOf = ({ value, words, isWhole }: Pick<Place, "value" | "words" | "isWhole">): Changes => {
  if (words !== undefined && words.length > 1) {
    const next = (word: string) => words[(words.indexOf(word) + 1) % words.length]
    return Object.fromEntries(
      words.map((word) => [`takes ${word} for ${next(word)}`, (one: Json) => (one === word ? next(word) : one)])
    )
  }
  if (typeof value === "number") {
    return {
      "is one more": (one) => (typeof one === "number" ? one + 1 : one),
      "is one less": (one) => (typeof one === "number" ? one - 1 : one),
      ...(isWhole ? {} : { "is rounded": (one) => (typeof one === "number" ? Math.round(one) : one) })
    }
  }
  if (typeof value === "boolean") {
    return {
      "is always true": (one) => (typeof one === "boolean" ? true : one),
      "is always false": (one) => (typeof one === "boolean" ? false : one)
    }
  }
  if (Array.isArray(value)) {
    return {
      "loses the first of several": (one) => (one?.length > 1 ? one.slice(1) : one),
      "loses the last of several": (one) => (one?.length > 1 ? one.slice(0, -1) : one),
      "is the other way round": (one) => (Array.isArray(one) ? one.toReversed() : one),
      "has its last twice": (one) => (Array.isArray(one) && one.length > 0 ? [...one, one.at(-1)] : one),
      "is empty": (one) => (Array.isArray(one) ? [] : one)
    }
  }
  return {}
}
