import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { maxItemBytes } from "./limits.ts"
import type { Fault, SourceRecord } from "./place.ts"

/** An item as a file has it. `id` is of a living item of the dataset, or it is a new one. */
export interface ItemDraft {
  readonly id?: string
  readonly externalId: string | null
  readonly input: unknown
  readonly expected: unknown
  readonly metadata: Readonly<Record<string, unknown>>
  readonly split: string | null
}

/** The members of an item, as values found them. */
export type ItemValues = Readonly<Record<string, unknown>>

/** What of an item is wrong, at a JSON Pointer from its record. */
export type Refuse = (pointer: string, message: string, code?: Fault["code"]) => void

const written = ["id", "externalId", "input", "expected", "metadata", "split"]

/** What an item is answered with beside, so that what was read can be imported as it is. */
const readOnly = [
  "datasetId",
  "source",
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

const textOrNull = (values: ItemValues, name: "externalId" | "split", refuse: Refuse): string | null => {
  const value = values[name] ?? null
  if (value === null) return null
  if (typeof value === "string" && value !== "" && lengthOf(value) <= 200) return value
  refuse(`/${name}`, `${name} is a text of 1 to 200 characters, or null.`)
  return null
}

/**
 * Makes an item of its members, where `refuse` is told of what is wrong; it is undefined then.
 *
 * @example
 * makeItem({ input: "2 + 2", expected: "4" }, refuse)
 * // { externalId: null, input: "2 + 2", expected: "4", metadata: {}, split: null }
 */
export const makeItem = (values: ItemValues, refuse: Refuse): ItemDraft | undefined => {
  let isRefused = false
  const tell: Refuse = (...issue) => {
    isRefused = true
    refuse(...issue)
  }
  const { id, input, expected = null } = values
  const metadata = values["metadata"] ?? {}
  if (id !== undefined && !(typeof id === "string" && /^di_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id))) {
    tell("/id", "id is that of an item, di_ and 26 letters and digits; a name of your own is an externalId.")
  }
  if (!Object.hasOwn(values, "input")) tell("", "The item has no input.")
  if (!isObject(metadata)) tell("/metadata", 'metadata is an object; a text that holds one is mapped with as: "json".')
  const externalId = textOrNull(values, "externalId", tell)
  const split = textOrNull(values, "split", tell)
  if (isRefused || !isObject(metadata)) return undefined
  return { ...(typeof id === "string" ? { id } : {}), externalId, input, expected, metadata, split }
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

/** An item as JSON, unless it is larger than items may be. */
export const encodeItem = (item: ItemDraft, refuse: Refuse): string | undefined => {
  const json = JSON.stringify(item)
  const bytes = Buffer.byteLength(json)
  if (bytes <= maxItemBytes) return json
  refuse("", `The item has ${bytes} bytes; at most ${maxItemBytes} are kept.`, "TOO_LARGE")
  return undefined
}
