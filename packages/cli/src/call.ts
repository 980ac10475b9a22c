import { type CommandField, curlOf, resultNamesOf, shellWord } from "@agent-operations/contract/calls"
import { isAgentError } from "@agent-operations/client"
import type { Family, Operation } from "@agent-operations/contract"
import * as Effect from "effect/Effect"
import { CommandError, UsageError } from "./errors.ts"
import { failureOf } from "./failure.ts"
import { withCommands } from "./hint.ts"
import { type Given, readInput } from "./input/input.ts"
import { makeTexts } from "./input/texts.ts"
import { outcomeOf } from "./outcome.ts"
import { continuationOf } from "./output/continuation.ts"
import { jsonText, pick } from "./output/json.ts"
import { forPeople, shown } from "./output/people.ts"
import { askedFields, fieldNames } from "./output/pick-own.ts"
import { type Context, sessionOf } from "./session.ts"

/** The fields that `--json` names. Throws a `UsageError` where the result has no such field. */
export const pickedFields = (operation: Operation.Any, json = ""): ReadonlyArray<string> => {
  const known = resultNamesOf(operation)
  return known.length === 0 ? fieldNames(json) : askedFields(json, known)
}

/** An operation as a command. */
export interface OperationCommand {
  readonly family: Family.Any
  readonly operation: Operation.Any
  /** The words that name it: `page-views`, `update`. */
  readonly path: ReadonlyArray<string>
  readonly fields: ReadonlyArray<CommandField>
}

/** The command that shows what a write was to change, or to make. */
const lookOf = ({ program }: Context, { family: { operations }, path: [family] }: OperationCommand, input: object) => {
  const { id, name } = input as { readonly id?: unknown; readonly name?: unknown }
  if (typeof id === "string" && "get" in operations) return `${program} ${family} get ${shellWord(id)}`
  if (typeof name === "string" && "list" in operations) return `${program} ${family} list --search ${shellWord(name)}`
  return `${program} ${family} --help`
}

/** Calls an operation with what was given, and prints its result. */
export const callOperation = Effect.fnUntraced(function* (context: Context, command: OperationCommand, given: Given) {
  const { operation, path, fields } = command
  const { terminal, agent, json, style, isAgreed, isCurl, settings, connect } = yield* sessionOf(context)
  yield* Effect.tryPromise({
    try: async () => {
      const names = pickedFields(operation, json)
      const input = await readInput(
        operation,
        `${context.program} ${path.join(" ")}`,
        fields,
        given,
        makeTexts(terminal)
      )
      if (isCurl) return terminal.out(`${curlOf(operation.id, input, settings())}\n`)
      const client = connect()
      if (agent && operation.effect === "destructive" && !isAgreed) {
        throw new UsageError(`${path.join(" ")} deletes, and nobody is asked here.`, "Give --yes where it is meant.")
      }
      const result = await client.call(operation.id, input, { signal: terminal.signal }).catch((error: unknown) => {
        if (isAgentError(error, "OUTCOME_UNKNOWN")) return outcomeOf(error, terminal, lookOf(context, command, input))
        if (!isAgentError(error)) throw error
        const { failure, exit } = failureOf(error, terminal)
        const hint = withCommands(failure.hint, context.program, { family: command.family, input })
        throw new CommandError(failure.message, { ...failure, hint, exit })
      })
      const text = json === undefined ? forPeople(result, style) : jsonText(pick(result, names), agent)
      if (text !== "") terminal.out(`${text}\n`)
      else if (operation.paging !== undefined) terminal.error("There are none.\n")
      const next = continuationOf(operation, result)
      if (next !== undefined) terminal.error(`There are more: ${next.flag} ${shown(shellWord(String(next.value)))}\n`)
    },
    catch: (error) => error
  })
})
