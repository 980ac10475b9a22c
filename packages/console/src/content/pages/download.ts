import { Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import type { Section } from "../Section.ts"
import { noteExport } from "../note-export.ts"
import { revisionJson } from "../port.ts"
import { readStored } from "../stored.ts"
import { revisionIn } from "./definition.ts"

/** A revision as JSON, as the API gives it: compact, and not read on its way. */
export const download = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const { id, revision, encoded } = yield* readStored(section, visit.param("id"), revisionIn(visit.param("revision")))
    const json = yield* revisionJson(section.kind, encoded)
    yield* noteExport({ type: section.kind.name, id, name: `${section.kind.title} ${id}` }, { revision })
    return new Response(json, {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="${id}-revision-${revision}.json"`
      }
    })
  })
