import { createHash } from "node:crypto"
import type { Json } from "@agent-operations/definition-diff"
import type { Content as DefinitionContent } from "../definitions/definition.ts"

/**
 * A reference of a definition. The ID of one that the project does not have is `?` and its name; the revision of one that
 * is pinned, but not for this project, is `notPinned`.
 */
export type Reference = {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}

/** What a definition says, in a folder and in whichever project. */
export type Content = Omit<DefinitionContent, "references"> & {
  readonly references: { readonly [alias: string]: Reference }
}

/** What stands for a revision that nobody has chosen. */
export const notPinned = 0

/** The ID of what the project does not have. */
export const unknownId = (name: string): string => `?${name}`

/** The name in an `unknownId`. */
export const nameInId = (id: string): string | undefined => (id.startsWith("?") ? id.slice(1) : undefined)

/** A name as the server compares it. Law: R6. */
export const foldName = (name: string): string => name.trim().normalize("NFC").toLowerCase()

/** A key for what has a name among others of its kind, or of its folder. Law: R6. */
export const nameKey = (kind: string, name: string): string => `${kind} ${foldName(name)}`

/** JSON with the keys of every object in one order. */
export const sortKeys = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, member]) => [key, sortKeys(member)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const textOf = ({ name, description, source, settings, references }: Content): string =>
  JSON.stringify([name, description, ...[source, settings, references].map(sortKeys)])

/** Whether two definitions say the same. */
export const saySame = (one: Content, other: Content): boolean => textOf(one) === textOf(other)

/** The SHA-256 of what a definition says, in hexadecimal. */
export const digestOf = (content: Content): string => createHash("sha256").update(textOf(content)).digest("hex")
