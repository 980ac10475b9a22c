import type { Operation } from "@agent-operations/contract"
import * as Effect from "effect/Effect"
import { curlOf } from "./curl.ts"
import { UsageError } from "./errors.ts"
import { type Field, resultNamesOf } from "./input/fields.ts"
import { type Given, readInput } from "./input/input.ts"
import { makeTexts } from "./input/texts.ts"
import { jsonText, pick } from "./output/json.ts"
import { forPeople } from "./output/people.ts"
import { type Context, sessionOf } from "./session.ts"

/** The fields that `--json` names. Throws a `UsageError` where the result has no such field. */
const pickedFields = (operation: Operation.Any, asked: string | undefined): ReadonlyArray<string> => {
  const names = (asked ?? "").split(",").filter((name) => name !== "")
  const known = resultNamesOf(operation)
  const unknown = known.length === 0 ? undefined : names.find((name) => !known.includes(name))
  if (unknown === undefined) return names
  throw new UsageError(`--json: there is no field ${JSON.stringify(unknown)}.`, `There are ${known.join(", ")}.`)
}

/** Calls an operation with what was given, and prints its result. */
export const callOperation = Effect.fnUntraced(function* (
  context: Context,
  operation: Operation.Any,
  path: ReadonlyArray<string>,
  fields: ReadonlyArray<Field>,
  given: Given
) {
  const { terminal, agent, json, style, isAgreed, isCurl, settings, connect } = yield* sessionOf(context)
  yield* Effect.tryPromise({
    try: async () => {
      const names = pickedFields(operation, json)
      const input = await readInput(operation, path, fields, given, makeTexts(terminal))
      if (isCurl) return terminal.out(`${curlOf(operation.id, input, settings())}\n`)
      const client = connect()
      if (agent && operation.effect === "destructive" && !isAgreed) {
        throw new UsageError(`${path.join(" ")} deletes, and nobody is asked here.`, "Give --yes where it is meant.")
      }
      const result: unknown = await client.call(operation.id as string, input, { signal: terminal.signal })
      if (json !== undefined) return terminal.out(`${jsonText(pick(result, names), agent)}\n`)
      const text = forPeople(result, style)
      if (text !== "") terminal.out(`${text}\n`)
      const { items, nextCursor } = result as { readonly items?: unknown; readonly nextCursor?: unknown }
      if (Array.isArray(items) && items.length === 0) terminal.error("There are none.\n")
      if (typeof nextCursor === "string") terminal.error(`There are more: --cursor ${nextCursor}\n`)
    },
    catch: (error) => error
  })
})
