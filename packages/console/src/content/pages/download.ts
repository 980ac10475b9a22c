import { Caller } from "@agent-operations/auth"
import { encodeDefinition } from "@agent-operations/operations"
import { Effect } from "effect"
import type { InProject } from "../../context.ts"
import type { ContentKind } from "../kinds.ts"
import { readStored } from "../stored.ts"
import { revisionIn } from "./definition.ts"

/** A revision as JSON, as the API gives it: compact, and not read on its way. */
export const download = (kind: ContentKind) =>
  Effect.fnUntraced(function* (visit: InProject) {
    const { id, revision, encoded } = yield* readStored(kind, visit.param("id"), revisionIn(visit.param("revision")))
    return new Response(encodeDefinition(kind.spec, yield* Caller, encoded), {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="${id}-revision-${revision}.json"`
      }
    })
  })
