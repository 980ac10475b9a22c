import type { Operation } from "@agent-operations/contract"
import type { prompts } from "@agent-operations/contract/prompts"
import { decodeJson } from "@agent-operations/operations"
import { TraceHandlers } from "@agent-operations/traces"
import { DateTime, Effect } from "effect"
import type { Rendered, Variables } from "../rendering/model.ts"
import type { Published } from "./read-published.ts"

type Managed = (typeof prompts)["operations"]["getManaged"]

/** How many bytes of variables and of what was rendered a span keeps: beyond that it tells how many there were. */
const keptBytes = 256 * 1024

const shown = (value: Variables | Rendered): typeof value | { readonly bytes: number } => {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  return bytes > keptBytes ? { bytes } : value
}

/** What makes a span belong to a prompt's revision. */
const attributesOf = ({ revision, label, labelRevision }: Published) => ({
  "prompt.id": revision.id,
  "prompt.name": revision.name,
  "prompt.revision": revision.revision,
  ...(label === null ? {} : { "prompt.label": label }),
  ...(labelRevision === null ? {} : { "prompt.label_revision": labelRevision })
})

/** Records that a prompt was rendered as a span of its own, and tells what connects others to it. */
export const makeRecordUse = Effect.map(TraceHandlers, (traces) =>
  Effect.fnUntraced(function* (
    published: Published,
    rendered: Rendered,
    { traceId, parentSpanId, variables }: Operation.Input<Managed>,
    startedAt: DateTime.Utc
  ) {
    const attributes = attributesOf(published)
    const span = {
      ...(parentSpanId === undefined ? {} : { parentId: parentSpanId }),
      name: published.revision.name,
      type: "prompt" as const,
      startedAt: DateTime.formatIso(startedAt),
      endedAt: DateTime.formatIso(yield* DateTime.now),
      input: shown(variables),
      output: shown(rendered),
      attributes
    }
    const recorded = yield* traces
      .record({ traces: [{ ...(traceId === undefined ? {} : { id: traceId }), spans: [span] }] })
      // Its ID is made up here, and nobody's.
      .pipe(Effect.catchTag("SPAN_TAKEN", Effect.die))
    const [trace] = decodeJson(recorded).traces
    return { traceId: trace!.id, spanId: trace!.spanIds[0]!, attributes }
  })
)
