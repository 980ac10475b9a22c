import { kebabCase, type Operation } from "@agent-operations/contract"

/** How a list goes on. */
export interface Continuation {
  /** The flag that takes it: `--cursor`. */
  readonly flag: string
  /** The member of the input that it is. */
  readonly member: string
  readonly value: string | number
}

/** How the page of a list goes on: `nextCursor` as `--cursor`, `nextBefore` as `--before`. Undefined at its end. */
export const continuationOf = ({ paging }: Operation.Any, page: unknown): Continuation | undefined => {
  if (paging === undefined) return undefined
  const value = (page as Readonly<Record<string, unknown>>)[`next${paging.charAt(0).toUpperCase()}${paging.slice(1)}`]
  if (typeof value !== "string" && typeof value !== "number") return undefined
  return { flag: `--${kebabCase(paging)}`, member: paging, value }
}
