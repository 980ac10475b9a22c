import { type CommandField, shellWord, spelled } from "@agent-operations/contract/calls"
import { CommandError } from "../errors.ts"
import { failureOf } from "../failure.ts"
import { shown } from "../output/people.ts"
import type { Session } from "../session.ts"
import { openFile, type Sink, standardOutput } from "./sink.ts"

/** What was written of an export, and where it goes on; undefined at its end. */
export interface Step {
  readonly rows: number
  /** How many of the list's items are no rows. */
  readonly omitted?: number
  readonly next: string | undefined
}

/** An export, whatever its rows are. */
export interface ExportRun {
  /** What its rows are called: `rows`. */
  readonly noun: string
  /** Why items are left out: `purged`. */
  readonly omittedAs?: string
  readonly output: string | undefined
  readonly after: string | undefined
  /** The command that goes on after some rows. */
  readonly goOn: (next: string, rows: number) => string
  /** Writes whole rows to the sink, and tells after each what stays written. */
  readonly steps: (sink: Sink) => AsyncIterable<Step>
}

/** The words of the command that goes on: those that have a value, each shellWord. */
export const goOnCommand = (
  path: string,
  flags: ReadonlyArray<readonly [flag: string, value: string | undefined]>
): string =>
  [path, ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]))].join(" ")

/** The flags of what an input has of some members, with their values. */
export const wordsOf = (
  fields: ReadonlyArray<CommandField>,
  input: Readonly<Record<string, unknown>>
): ReadonlyArray<readonly [flag: string, value: string]> =>
  fields
    .filter(({ name }) => Object.hasOwn(input, name))
    .map((field) => {
      const value = input[field.name]
      return [spelled(field), typeof value === "string" ? value : JSON.stringify(value)]
    })

/**
 * Runs an export, to a file or to standard output. Where it ends before its end it rejects with how to go on, and what was
 * written are whole lines.
 */
export const runExport = async (
  session: Session,
  { noun, omittedAs, output, after, goOn, steps }: ExportRun
): Promise<void> => {
  const { terminal, agent, json } = session
  const file = output === undefined ? undefined : await openFile(output, after, terminal)
  const sink = file ?? standardOutput(terminal)
  const isShown = terminal.isWatched === true && !agent && json === undefined
  const progress = (text: string) => (isShown ? terminal.error(`\r\u001b[K${text}`) : undefined)
  let next = after
  let rows = 0
  let omitted = 0
  try {
    for await (const step of steps(sink)) {
      rows += step.rows
      omitted += step.omitted ?? 0
      next = step.next
      progress(`${rows} ${noun}`)
    }
    await sink.close()
  } catch (error) {
    progress("")
    const kept = await sink.keep(next)
    if (rows === 0) throw error
    const { failure, exit } = failureOf(error, terminal)
    const place = kept === undefined ? "" : `, and are kept in ${kept}`
    throw new CommandError(`${failure.message} Before that, ${rows} ${noun} were written${place}.`, {
      code: failure.code,
      hint: next === undefined ? failure.hint : `To continue: ${goOn(next, rows)}`,
      exit,
      details: failure.details
    })
  }
  progress("")
  const isRest = after !== undefined && file?.isContinued === false
  if (output !== undefined) terminal.error(`${rows} ${noun} in ${output}${isRest ? ", of those after --after" : ""}\n`)
  if (omitted > 0) terminal.error(`Left out: ${omitted} ${noun} that are ${omittedAs}\n`)
  if (next !== undefined) terminal.error(`There are more: --after ${shown(shellWord(next))}\n`)
}
