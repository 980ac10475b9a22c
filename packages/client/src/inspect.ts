import { isAgentError } from "./agent-error.ts"
import type { Caller } from "./call.ts"
import type { CallOptions } from "./methods.ts"
import type { OperationEntry, OperationTable } from "./operation-table.ts"
import { walk } from "./walk.ts"

/**
 * Whether a write was done: `happened`, with what it would have answered; `didNot`, once the server's deadline has passed
 * since; or `notYet`, as it may still be done: ask again after `waitMs` milliseconds.
 */
export type Inspection<Result> =
  | { readonly outcome: "happened"; readonly result: Result }
  | { readonly outcome: "didNot" }
  | { readonly outcome: "notYet"; readonly waitMs: number }

/** A definition, as far as it tells what was done to it. */
interface Definition {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly origin: { readonly type: string; readonly id?: string; readonly revision?: number }
}

type Input = Partial<Definition> & { readonly expectedRevision?: number }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether what was sent is kept: what was left out has become defaults. */
const isKept = (sent: unknown, kept: unknown): boolean => {
  if (!isObject(sent)) return sent === undefined || sent === kept
  if (!isObject(kept) || Array.isArray(sent) !== Array.isArray(kept)) return false
  if (Array.isArray(sent) && sent.length !== kept["length"]) return false
  return Object.keys(sent).every((key) => isKept(sent[key], kept[key]))
}

/** A name as the server compares it. */
const folded = (name: string) => name.trim().normalize("NFC").toLowerCase()

const orMissing = async <A>(read: Promise<A>): Promise<A | undefined> => {
  try {
    return await read
  } catch (error) {
    if (isAgentError(error, "NOT_FOUND")) return undefined
    throw error
  }
}

/** Whether the revision is the one that the input would have made. */
const isMade = (verb: string, { id, revision, expectedRevision: _, name, ...content }: Input, made: Definition) => {
  if (verb === "restore") return made.origin.type === "restored" && made.origin.revision === revision
  if (name !== undefined && made.name !== name.trim()) return false
  if (verb !== "copy") return made.origin.type === `${verb}d` && isKept(content, made)
  return made.origin.type === "copied" && made.origin.id === id && isKept(revision, made.origin.revision)
}

/**
 * What inspects a write: by the revision that it would have made, or for what makes a definition by its name. Undefined
 * where reading cannot tell.
 */
export const inspection = (
  call: Caller,
  { get, list }: OperationTable[string],
  { verb, deadlineMs }: OperationEntry,
  input: unknown,
  { signal: _, ...options }: CallOptions,
  serverDeadlineMs: number
): ((endedMs: number) => () => Promise<Inspection<unknown>>) | undefined => {
  const sent = (input ?? {}) as Input
  const { id, name, expectedRevision } = sent
  const isByName = verb === "create" || verb === "copy"
  if (verb === undefined || (isByName ? list === undefined || name === undefined : expectedRevision === undefined))
    return undefined

  const read = (id: string | undefined, revision?: number) =>
    call(get!, revision === undefined ? { id } : { id, revision }, options) as Promise<Definition>

  const made = async (): Promise<unknown> => {
    if (isByName) {
      for await (const item of walk<Definition>(call, list!, { search: name!.trim(), limit: 200 }, options)) {
        if (folded(item.name) !== folded(name!)) continue
        const first = await orMissing(read(item.id, 1))
        if (first !== undefined && isMade(verb, sent, first)) return first
      }
      return undefined
    }
    const next = await orMissing(read(id, expectedRevision! + 1))
    if (next !== undefined) return isMade(verb, sent, next) ? next : undefined
    // What is gone has no revisions: only of a deletion does that tell.
    if (verb !== "delete") return void (await read(id))
    return (await orMissing(read(id))) === undefined ? { id, deleted: true, revision: expectedRevision } : undefined
  }

  return (endedMs) => async () => {
    const waitMs = endedMs + (deadlineMs ?? serverDeadlineMs) - performance.now()
    const result = await made()
    if (result !== undefined) return { outcome: "happened", result }
    return waitMs > 0 ? { outcome: "notYet", waitMs } : { outcome: "didNot" }
  }
}
