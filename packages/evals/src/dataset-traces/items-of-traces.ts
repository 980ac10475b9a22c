import type { datasetTraces } from "@agent-operations/contract/dataset-traces"
import type { Family, Operation } from "@agent-operations/contract"
import { inTurns, notValid } from "@agent-operations/operations"
import type { Space } from "@agent-operations/revision-store"
import { parseTraceId, TraceHandlers } from "@agent-operations/traces"
import type { TraceContent } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { invalid, type ItemDraft, type ItemFault } from "../datasets/store/merge.ts"
import { memberAt } from "../scorers/inputs.ts"

export type Input = Operation.Input<Family.OperationById<typeof datasetTraces, "add_traces_to_dataset">>

/** How many places a refusal names at most. */
const mostIssues = 20

const notThere = (places: ReadonlyArray<number>) =>
  notValid(
    "Some of the traces are not there. Nothing was written.",
    places.slice(0, mostIssues).map((place) => ({
      path: ["traceIds", String(place)],
      message: "There is no such trace in the project"
    }))
  )

/** A part of a trace: its JSON, null where it has none, and false where it is too long to be in an item. */
const partAt = (content: TraceContent, pointer: string): string | null | false => {
  const [, name, rest] = /^\/(input|output|metadata)(.*)$/s.exec(pointer) ?? []
  if (name !== undefined && rest === "") return content[name as keyof TraceContent]
  const texts = Object.entries(content).filter(([key]) => name === undefined || key === name)
  if (texts.some(([, text]) => text === false)) return false
  const whole = Object.fromEntries(texts.map(([key, text]) => [key, text === null ? undefined : JSON.parse(text)]))
  return JSON.stringify(memberAt(whole, pointer)) ?? null
}

/** The items that some traces become, or why they can't. */
export const itemsOfTraces = Effect.map(TraceHandlers, ({ contents }) =>
  Effect.fnUntraced(function* (
    space: Space,
    { traceIds, inputPointer = "/input", expectedPointer = "/output", split = null }: Input
  ) {
    const ids = traceIds.map((id) => parseTraceId(id)!)
    const found = yield* contents(space, ids)
    const missing = ids.flatMap((id, place) => (found.has(id) ? [] : [place]))
    if (missing.length > 0) return yield* notThere(missing)
    const faults: Array<ItemFault> = []
    const partOf = (index: number, pointer: string, name: "input" | "expected") => {
      const text = partAt(found.get(ids[index]!)!, pointer)
      const fault = (message: string) => faults.push({ index, pointer: `/${name}`, message })
      if (text === false) fault("What the trace has there is larger than 256 KiB of JSON. Point at a part of it.")
      if (text === null && name === "input") fault(`The trace has nothing at ${pointer || "its root"}.`)
      return text || "null"
    }
    function* draftsOf(): Generator<void, ReadonlyArray<ItemDraft>> {
      const drafts: Array<ItemDraft> = []
      for (const [index, externalId] of ids.entries()) {
        const input = partOf(index, inputPointer, "input")
        yield
        const expected = partOf(index, expectedPointer, "expected")
        yield
        drafts.push({
          externalId,
          split,
          input,
          expected,
          source: JSON.stringify({ traceId: externalId, spanId: null })
        })
      }
      return drafts
    }
    const drafts = yield* inTurns(draftsOf())
    return faults.length > 0 ? yield* invalid(faults) : drafts
  })
)
