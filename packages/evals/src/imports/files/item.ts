import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { bytesOf, draftOf } from "../../datasets/draft-of.ts"
import type { ItemDraft as WrittenItem } from "../../datasets/store/merge.ts"
import { maxItemBytes } from "./limits.ts"
import type { Fault, SourceRecord } from "./place.ts"

/** An item as a file has it. What it does not have stays as it is in a dataset that has the item. */
export interface ItemDraft {
  /** Of an item of the dataset, or it is a new one. */
  readonly id?: string
  readonly externalId?: string | null
  readonly input: unknown
  readonly expected?: unknown
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly split?: string | null
  readonly source?: { readonly traceId: string; readonly spanId: string | null } | null
}

/** The members of an item, as values found them. */
export type ItemValues = Readonly<Record<string, unknown>>

/** What of an item is wrong, at a JSON Pointer from its record. */
export type Refuse = (pointer: string, message: string, code?: Fault["code"]) => void

const written = ["id", "externalId", "input", "expected", "metadata", "split", "source"]

/** What an item is answered with beside, so that what was read can be imported as it is. */
const readOnly = [
  "datasetId",
  "fromVersion",
  "toVersion",
  "position",
  "createdAt",
  "createdBy",
  "updatedAt",
  "updatedBy",
  "purged"
]

export const itemMembers: ReadonlySet<string> = new Set([...written, ...readOnly])

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const lengthOf = (text: string) => [...text.slice(0, 500)].length

const isTextOrNull = (value: unknown) =>
  value === null || (typeof value === "string" && value !== "" && lengthOf(value) <= 200)

const isHex = (value: unknown, digits: number) =>
  typeof value === "string" && value.length === digits && /^[0-9a-f]+$/.test(value)

const isSource = (value: unknown) =>
  value === null ||
  (isObject(value) &&
    isHex(value["traceId"], 32) &&
    (value["spanId"] === null || isHex(value["spanId"], 16)) &&
    Object.keys(value).length === 2)

/** What each member has to be, in words. */
const rules: ReadonlyArray<readonly [name: string, isRight: (value: unknown) => boolean, message: string]> = [
  [
    "id",
    (value) => typeof value === "string" && /^di_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value),
    "id is that of an item, di_ and 26 letters and digits; a name of your own is an externalId."
  ],
  ["externalId", isTextOrNull, "externalId is a text of 1 to 200 characters, or null."],
  [
    "metadata",
    (value) => value === null || isObject(value),
    'metadata is an object; a text that holds one is mapped with as: "json".'
  ],
  ["split", isTextOrNull, "split is a text of 1 to 200 characters, or null."],
  ["source", isSource, "source is null, or a traceId of 32 hexadecimal digits and a spanId of 16, or null."]
]

/**
 * Makes an item of its members, where `refuse` is told of what is wrong; it is undefined then.
 *
 * @example
 * makeItem({ input: "2 + 2", expected: "4" }, refuse) // { input: "2 + 2", expected: "4" }
 */
export const makeItem = (values: ItemValues, refuse: Refuse): ItemDraft | undefined => {
  const wrong = rules.filter(([name, isRight]) => Object.hasOwn(values, name) && !isRight(values[name]))
  for (const [name, , message] of wrong) refuse(`/${name}`, message)
  if (!Object.hasOwn(values, "input")) refuse("", "The item has no input.")
  if (wrong.length > 0 || !Object.hasOwn(values, "input")) return undefined
  // The members have been held to their rules.
  const isGiven = (name: string) => Object.hasOwn(values, name) && !(name === "metadata" && values[name] === null)
  return Object.fromEntries(written.filter(isGiven).map((name) => [name, values[name]])) as { readonly input: unknown }
}

/** The members of an item that a value has without a mapping: under their own names. */
export const ownMembers = ({ value }: Pick<SourceRecord, "value">, refuse: Refuse): ItemValues | undefined => {
  if (!isObject(value)) {
    refuse("", "An item is an object with an input.")
    return undefined
  }
  const unknown = Object.keys(value).filter((name) => !itemMembers.has(name))
  for (const name of unknown) {
    refuse(pointerOf([name]), `An item has no ${JSON.stringify(name)}: say in mapping what it is.`)
  }
  return unknown.length === 0 ? value : undefined
}

/** An item as it is written, unless it is larger than items may be. */
export const encodeItem = (item: ItemDraft, refuse: Refuse): WrittenItem | undefined => {
  const draft = draftOf(item)
  const bytes = bytesOf(draft)
  if (bytes <= maxItemBytes) return draft
  refuse("", `The item has ${bytes} bytes; at most ${maxItemBytes} are kept.`, "TOO_LARGE")
  return undefined
}
