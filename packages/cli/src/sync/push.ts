import { CommandError, exits, UsageError } from "../errors.ts"
import { shown } from "../output/people.ts"
import type { Session } from "../session.ts"
import { type OpenFolder, openFolder } from "./folder-session.ts"
import { type Lock, lockPath, lockText } from "./lock.ts"
import { type Comparison, isKnown, remoteOf } from "./project.ts"
import { planPush, type PushPlan } from "./push-plan.ts"
import type { Conflict, Step } from "./push-step.ts"
import { type Pushed, pushSteps } from "./push-steps.ts"
import { type Line, report } from "./report.ts"
import { changedPaths, sidesText } from "./sides.ts"
import { type Validation, validateDrafts } from "./validate-drafts.ts"
import { writeFiles } from "./write-files.ts"

export interface PushOptions {
  /** Whether what was deleted in the folder is deleted in the project. */
  readonly prune: boolean
  readonly isDryRun: boolean
}

const sidesOf = async (conflict: Conflict, { calls }: OpenFolder) => {
  const { kind, seen, document, remote } = conflict
  const base =
    seen === undefined || !isKnown(conflict)
      ? undefined
      : remoteOf(kind, await calls.read(kind.operations.get, { id: seen.id, revision: seen.revision })).content
  return { base, here: document?.content, there: remote?.content }
}

/** Tells both sides of each conflict, and answers them as details of an error. */
const tellConflicts = async (
  { terminal, json, style }: Session,
  conflicts: ReadonlyArray<Conflict>,
  folder: OpenFolder
): Promise<ReadonlyArray<object>> => {
  const details: Array<object> = []
  for (const conflict of conflicts) {
    const { place, why, seen, remote } = conflict
    const sides = await sidesOf(conflict, folder)
    details.push({
      place,
      why,
      id: seen?.id ?? remote?.id,
      revision: seen?.revision,
      currentRevision: remote?.revision,
      ...sides
    })
    if (json !== undefined) continue
    terminal.error(`${style.bold(shown(`${place}: ${why}`))}\n${sidesText(sides, conflict.kind, style)}\n`)
  }
  return details
}

const outcomes = { create: "created", update: "updated", delete: "deleted" } as const

/** A line for each definition that a step is about; those that only complete another step have none. */
const stepLines = (
  steps: ReadonlyArray<Step>,
  lock: Lock,
  isDone: boolean,
  validations: ReadonlyMap<string, Validation> = new Map()
) =>
  steps.flatMap((step): ReadonlyArray<Line> => {
    const { place, type } = step
    if (type === "attach" || type === "detach") return []
    const notes = [
      ...(type === "update" ? [changedPaths(step.remote.content, step.document.content).join(", ")] : []),
      ...(type === "create" && step.later.size > 0 ? ["in two rounds, as it is one of a circle"] : []),
      ...(validations.get(place)?.lines ?? [])
    ]
    const { id, revision } = lock.get(place) ?? {}
    const note = notes.length === 0 ? undefined : notes.join("\n")
    return [{ place, outcome: isDone ? outcomes[type] : type, id, revision, note }]
  })

const conflictLine = ({ place, why }: Conflict): Line => ({ place, outcome: "conflict", note: why })

const asked = (plan: PushPlan, { agent, isAgreed }: Session, { prune, isDryRun }: PushOptions) => {
  if (plan.problems.length > 0) {
    throw new UsageError(plan.problems.join("\n"), "Correct this first; nothing was sent.")
  }
  const deletes = plan.steps.filter(({ type }) => type === "delete")
  if (prune && !isDryRun && agent && !isAgreed && deletes.length > 0) {
    throw new UsageError(
      `push --prune deletes ${deletes.map(({ place }) => place).join(", ")}, and nobody is asked here.`,
      "Give --yes where it is meant."
    )
  }
}

/** As many names as are read, and how many more there are. */
const named = (places: ReadonlyArray<string>): string =>
  places.length > 10 ? `${places.slice(0, 10).join(", ")} and ${places.length - 10} more` : places.join(", ")

const settleHint = "Run pull, which merges both sides, then push again."

/** Shows what a push would do, with what validation says of each draft. */
const showPlan = async (
  session: Session,
  folder: OpenFolder,
  known: Lock,
  { steps, conflicts, rest }: PushPlan
): Promise<void> => {
  const validations = await validateDrafts(steps, folder.calls)
  const details = await tellConflicts(session, conflicts, folder)
  report(session, [...stepLines(steps, known, false, validations), ...conflicts.map(conflictLine), ...rest])
  const invalid = [...validations].flatMap(([place, { isValid }]) => (isValid ? [] : [place]))
  if (conflicts.length > 0) {
    throw new CommandError(`Changed on both sides: ${named(conflicts.map(({ place }) => place))}.`, {
      code: "CONFLICT",
      hint: settleHint,
      exit: exits.conflict,
      ...(session.json !== undefined && { details: { conflicts: details } })
    })
  }
  if (invalid.length > 0) {
    throw new CommandError(`Not valid: ${named(invalid)}. A push would save it as it is.`, {
      code: "NOT_VALID",
      hint: "Correct what validation found.",
      exit: exits.refused
    })
  }
}

/** How the process ends after a push that did not do everything. */
const exitAfter = ({ done, failed, conflicts, isInterrupted }: Pushed): number => {
  if (isInterrupted) return exits.interrupted
  const found = new Set([...failed.flatMap(({ exit }) => exit ?? []), ...conflicts.map(() => exits.conflict)])
  const [only = exits.unforeseen] = found
  return done.length === 0 && found.size === 1 ? only : exits.some
}

const failedPush = ({ json }: Session, pushed: Pushed, conflicts: ReadonlyArray<object>): CommandError => {
  const { done, failed, left, isInterrupted } = pushed
  const exit = exitAfter(pushed)
  const places = [...failed, ...pushed.conflicts].map(({ place }) => place)
  const hints = [...(conflicts.length > 0 ? [settleHint] : []), ...new Set(failed.map(({ hint }) => hint))]
  const begun = isInterrupted ? "It was interrupted" : `Not pushed: ${named(places)}`
  const rest = left.length === 0 ? "" : ` ${left.length} definitions were not come to.`
  return new CommandError(`${begun}. ${done.length} writes are done and recorded.${rest}`, {
    code: isInterrupted ? "INTERRUPTED" : exit === exits.some ? "SOME_FAILED" : (failed[0]?.code ?? "CONFLICT"),
    hint: isInterrupted ? "Run the same push again: it continues." : hints.join(" "),
    exit,
    // People have read it in lines.
    ...(json !== undefined && { details: { failed, conflicts, left: left.length } })
  })
}

/**
 * Brings what was changed in the folder into the project: each definition by a write of its own, at the revision that was
 * pulled. It is not one transaction: stopped anywhere, the same push goes on.
 */
export const push = async (session: Session, options: PushOptions): Promise<void> => {
  const folder = openFolder(session)
  const { root, project, calls, compared, list } = folder
  const comparison: Comparison = compared(await list())
  const plan = planPush(comparison, { projectId: project.projectId, prune: options.prune })
  asked(plan, session, options)
  const known: Lock = new Map([
    ...comparison.foreign,
    ...comparison.places.flatMap(({ place, seen }) => (seen === undefined ? [] : [[place, seen] as const]))
  ])
  if (options.isDryRun) return showPlan(session, folder, known, plan)

  const record = (lock: Lock) => writeFiles(root, new Map([[lockPath(project), lockText(project, lock)]]))
  const pushed = await pushSteps(plan, known, calls, record, session.terminal.signal)
  const conflicts = [...plan.conflicts, ...pushed.conflicts]
  const whole: Pushed = { ...pushed, conflicts }
  const details = pushed.isInterrupted ? [] : await tellConflicts(session, conflicts, folder)
  report(session, [
    ...stepLines(pushed.done, pushed.lock, true),
    ...conflicts.map(conflictLine),
    ...pushed.failed.map(({ place, message }) => ({ place, outcome: "failed", note: message })),
    ...plan.rest
  ])
  if (pushed.failed.length + conflicts.length + pushed.left.length > 0) throw failedPush(session, whole, details)
}
