import type { Port } from "../port.ts"
import type { ReadableKind } from "./definitions.ts"
import type { Resources } from "./index.ts"

/** The most values that the protocol takes at once. */
const most = 100

// An alias, since the protocol's own type has an index.
type Values = { values: Array<string>; hasMore: boolean }

const none: Values = { values: [], hasMore: false }

const beginning = (all: ReadonlyArray<string>, value: string): Values => {
  const values = all.filter((one) => one.startsWith(value))
  return { values: values.slice(0, most), hasMore: values.length > most }
}

interface Page {
  readonly items: ReadonlyArray<{ readonly id: string; readonly revision: number }>
  readonly nextCursor?: string | null
  readonly nextBefore?: number | null
}

/** A page of what an operation answers; nothing where it fails, since a completion is only help. */
const pageOf = async (port: Port, operation: string, input: object, signal: AbortSignal): Promise<Page | undefined> => {
  const answer = await port.call(operation, input, { signal })
  return "data" in answer ? (answer.data as Page) : undefined
}

/** The IDs of definitions whose name has what was typed, or which begin with it. */
export const completeId = async (port: Port, { list, kind }: ReadableKind, value: string, signal: AbortSignal) => {
  const isId = value.startsWith(`${kind.prefix}_`)
  const page = await pageOf(port, list, { limit: most, ...(!isId && value !== "" && { search: value }) }, signal)
  if (page === undefined) return none
  const ids = page.items.map(({ id }) => id)
  return { values: isId ? ids.filter((id) => id.startsWith(value)) : ids, hasMore: page.nextCursor !== null }
}

/** The revisions of a definition, newest first. */
export const completeRevision = async (
  port: Port,
  { history }: ReadableKind,
  id: string,
  value: string,
  signal: AbortSignal
) => {
  const page = await pageOf(port, history, { id, limit: most }, signal)
  if (page === undefined) return none
  const { values } = beginning(
    page.items.map(({ revision }) => String(revision)),
    value
  )
  return { values, hasMore: page.nextBefore !== null }
}

/** Completes a variable of a template of addresses. */
export const completeResource = async (
  port: Port,
  { kinds, pages }: Resources,
  template: string,
  { name, value }: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  signal: AbortSignal
): Promise<Values> => {
  if (name === "page") {
    return beginning(
      pages.map((page) => page.name),
      value
    )
  }
  const of = kinds.find(({ path }) => template.startsWith(`agent-operations://${path}/`))
  if (of === undefined) return none
  if (name === "id") return completeId(port, of, value, signal)
  return name === "revision" && others["id"] !== undefined
    ? completeRevision(port, of, others["id"], value, signal)
    : none
}
