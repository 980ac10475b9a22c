import { inTurns, parsedJson } from "@agent-operations/operations"
import { Clock, Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import { buttonLink } from "../../html/form.ts"
import { html, when } from "../../html/html.ts"
import { mayWrite } from "../may.ts"
import { contentPath } from "../parts/links.ts"
import { definitionTabs } from "../parts/tabs.ts"
import { drawPreview, type Preview } from "../preview.ts"
import type { JsonObject } from "../form/control.ts"
import type { Section } from "../Section.ts"
import { readStored } from "../stored.ts"

/** What a saved definition is for, on a page of its own. */
export const previewPage = (preview: Preview) => (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const stored = yield* readStored(section, visit.param("id"))
    const { id, name, source, references } = stored
    const content = { source, references, settings: (yield* inTurns(parsedJson(stored.settings))) as JsonObject }
    const { status, markup, error } = yield* drawPreview(visit, preview, { type: "saved", id, content })
    return {
      api: [
        {
          operation: preview.operation,
          input: preview.call?.(visit, content) ?? {
            id,
            ...preview.input?.(visit, yield* Clock.currentTimeMillis)
          }
        }
      ],
      title: name,
      primary: when(mayWrite(visit.access, section), () =>
        buttonLink("Edit", contentPath(visit, section, id, "edit"), { kind: "primary", shortcut: "edit" })
      ),
      tabs: definitionTabs(visit, section, id),
      wide: true,
      status,
      frame: preview.frame,
      body: error?._tag === "UNSUPPORTED_TARGET" ? markup : html`<div data-shown>${markup}</div>`
    }
  })
