import { createClient } from "@agent-operations/client"
import type { Operation } from "@agent-operations/contract"
import * as Effect from "effect/Effect"
import { isAgent } from "./agent.ts"
import { curlOf } from "./curl.ts"
import { UsageError } from "./errors.ts"
import { Agent, Curl, Json, Profile, Project, Url, Yes } from "./flags.ts"
import { type Field, resultNamesOf } from "./input/fields.ts"
import { type Given, readInput } from "./input/input.ts"
import { makeTexts } from "./input/texts.ts"
import { jsonText, pick } from "./output/json.ts"
import { forPeople } from "./output/people.ts"
import { styleOf } from "./output/style.ts"
import { readSettings } from "./settings.ts"
import type { Terminal } from "./terminal.ts"

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
  terminal: Terminal,
  operation: Operation.Any,
  path: ReadonlyArray<string>,
  fields: ReadonlyArray<Field>,
  given: Given
) {
  const json = yield* Json
  const agent = isAgent(terminal.env, yield* Agent)
  const isCurl = yield* Curl
  const isAgreed = yield* Yes
  const flags = { url: yield* Url, project: yield* Project, profile: yield* Profile }
  yield* Effect.tryPromise({
    try: async () => {
      const names = pickedFields(operation, json)
      const input = await readInput(operation, path, fields, given, makeTexts(terminal))
      const settings = readSettings(terminal, flags)
      if (isCurl) return terminal.out(`${curlOf(operation.id, input, settings)}\n`)
      if (settings.credential === undefined) {
        throw new UsageError("There is no API key.", "Set AGENT_OPERATIONS_API_KEY.")
      }
      if (agent && operation.effect === "destructive" && !isAgreed) {
        throw new UsageError(`${path.join(" ")} deletes, and nobody is asked here.`, "Give --yes where it is meant.")
      }
      const client = createClient(settings)
      const result: unknown = await client.call(operation.id as string, input, { signal: terminal.signal })
      if (json !== undefined || agent) return terminal.out(`${jsonText(pick(result, names), agent)}\n`)
      const text = forPeople(result, styleOf(terminal, agent))
      if (text !== "") terminal.out(`${text}\n`)
      const { items, nextCursor } = result as { readonly items?: unknown; readonly nextCursor?: unknown }
      if (Array.isArray(items) && items.length === 0) terminal.error("There are none.\n")
      if (typeof nextCursor === "string") terminal.error(`There are more: --cursor ${nextCursor}\n`)
    },
    catch: (error) => error
  })
})
