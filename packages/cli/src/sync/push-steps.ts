import { isAgentError } from "@agent-operations/client"
import { exitOf, exits, messageOf } from "../errors.ts"
import { type Content, nameInId, nameKey } from "./content.ts"
import type { Document } from "./document.ts"
import { type Lock, type Seen, seenOf } from "./lock.ts"
import { type Calls, remoteOf } from "./project.ts"
import type { PushPlan } from "./push-plan.ts"
import type { Conflict, Step } from "./push-step.ts"
import { settled } from "./settle.ts"

/** A step that did not succeed. */
export interface Failure {
  readonly place: string
  readonly code: string
  readonly message: string
  readonly hint: string
  /** How the process would end for it alone; undefined where what it uses failed. */
  readonly exit: number | undefined
  readonly details?: unknown
}

/** What came of the steps of a push. */
export interface Pushed {
  readonly done: ReadonlyArray<Step>
  readonly failed: ReadonlyArray<Failure>
  readonly conflicts: ReadonlyArray<Conflict>
  /** The places of steps that were not come to. */
  readonly left: ReadonlyArray<string>
  /** What is seen now. */
  readonly lock: Lock
  readonly isInterrupted: boolean
}

/** What may succeed once others did: a name that one has still, a reference that another drops. */
const passing = ["NAME_TAKEN", "STILL_REFERENCED", "REFERENCE_NOT_FOUND"] as const

/** What the next definition would meet too. */
const isLasting = (exit: number) =>
  [exits.access, exits.limit, exits.server, exits.unknown, exits.unforeseen].some((one) => one === exit)

class Missing extends Error {}

/**
 * Does the steps of a plan, one after the other, and calls `record` with what is seen after each. What fails does not
 * hold up the others, but for what all of them would meet. A write that was sent is always waited for, and where its
 * answer was lost looked for, so that stopped anywhere what is recorded is what the server has.
 */
export const pushSteps = async (
  { steps, seen }: Pick<PushPlan, "steps" | "seen">,
  known: Lock,
  { read, write }: Calls,
  record: (lock: Lock) => void,
  signal: AbortSignal
): Promise<Pushed> => {
  const lock = new Map(known)
  const keep = (place: string, seen: Seen | undefined) => {
    if (seen === undefined) lock.delete(place)
    else lock.set(place, seen)
  }
  for (const [place, one] of seen) keep(place, one)
  if (seen.size > 0) record(lock)

  const made = new Map<string, string>()

  const referencesOf = ({ content: { references } }: Document, without: ReadonlySet<string> = new Set()) =>
    Object.fromEntries(
      Object.entries(references).flatMap(([alias, reference]) => {
        if (without.has(alias)) return []
        const name = nameInId(reference.id)
        const id = name === undefined ? reference.id : made.get(nameKey(reference.kind, name))
        if (id === undefined)
          throw new Missing(`it uses the ${reference.kind} ${JSON.stringify(name)}, which was not created`)
        return [[alias, { ...reference, id }]]
      })
    )

  /** What the operation of a step takes. */
  const requestOf = (step: Step): readonly [operation: string, input: object] => {
    const { operations } = step.kind
    const at = lock.get(step.place)
    const target = { id: at?.id, expectedRevision: at?.revision }
    switch (step.type) {
      case "create":
        return [operations.create, { ...step.document.content, references: referencesOf(step.document, step.later) }]
      case "attach":
        if (at === undefined) throw new Missing("it was not created")
        return [operations.update, { ...target, references: referencesOf(step.document) }]
      case "update": {
        const whole: Content = { ...step.document.content, references: referencesOf(step.document) }
        const changes = Object.fromEntries(step.changed.map((member) => [member, whole[member]]))
        return [operations.update, { ...target, ...changes }]
      }
      case "detach": {
        const references = Object.entries(step.remote.content.references).filter(([alias]) => !step.aliases.has(alias))
        return [operations.update, { ...target, references: Object.fromEntries(references) }]
      }
      case "delete":
        return [operations.delete!, target]
    }
  }

  const done: Array<Step> = []
  const conflicts: Array<Conflict> = []
  const failures = new Map<Step, Failure>()
  let isStopped = false

  const conflictOf = async ({ place, kind, ...step }: Step): Promise<Conflict> => {
    const at = lock.get(place)!
    const remote = remoteOf(kind, await read(kind.operations.get, { id: at.id }))
    const document = "document" in step ? step.document : undefined
    const why = `changed there to revision ${remote.revision} by ${remote.by} in this moment`
    return { place, kind, why, seen: at, document, remote }
  }

  const fail = (step: Step, error: unknown) => {
    const { place } = step
    if (error instanceof Missing) {
      const hint = "Push again once that succeeds."
      return failures.set(step, { place, code: "NOT_TRIED", message: error.message, hint, exit: undefined })
    }
    // Nothing was sent any more.
    if (signal.aborted && !isAgentError(error)) return (isStopped = true)
    const { code, hint, details } = isAgentError(error) ? error : { code: "UNFORESEEN", hint: "", details: undefined }
    const exit = isAgentError(error) ? exitOf(error) : exits.unforeseen
    if (isLasting(exit)) isStopped = true
    return failures.set(step, {
      place,
      code,
      message: messageOf(error),
      hint,
      exit,
      ...(details === undefined ? {} : { details })
    })
  }

  const run = async (step: Step): Promise<void> => {
    let answer: unknown
    try {
      const [operation, input] = requestOf(step)
      answer = await settled(() => write(operation, input), signal)
    } catch (error) {
      if (!isAgentError(error, "CONFLICT")) return void fail(step, error)
      try {
        return void conflicts.push(await conflictOf(step))
      } catch (failure) {
        return void fail(step, failure)
      }
    }
    failures.delete(step)
    done.push(step)
    const isGone = step.type === "delete"
    const remote = isGone ? undefined : remoteOf(step.kind, answer)
    if (remote !== undefined && "document" in step) made.set(nameKey(step.kind.name, remote.content.name), remote.id)
    keep(step.place, remote && seenOf(remote))
    record(lock)
  }

  let open = steps
  for (let before = -1; done.length > before && open.length > 0;) {
    before = done.length
    for (const step of open) {
      if (isStopped || signal.aborted) break
      await run(step)
    }
    open = open.filter((step) => {
      const failure = failures.get(step)
      return failure?.code === "NOT_TRIED" || passing.some((code) => code === failure?.code)
    })
  }
  const tried = new Set<Step>([...done, ...failures.keys()])
  const inConflict = new Set(conflicts.map(({ place }) => place))
  const left = steps.filter((step) => !tried.has(step) && !inConflict.has(step.place)).map(({ place }) => place)
  return {
    done,
    conflicts,
    failed: [...failures.values()],
    left: [...new Set(left)],
    lock,
    isInterrupted: signal.aborted && left.length > 0
  }
}
