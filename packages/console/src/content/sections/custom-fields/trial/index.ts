/** Tries a custom field on a recorded trace, saved or while it is typed. */
import type { CustomField } from "@agent-operations/contract"
import { Effect } from "effect"
import type { ContentVisit } from "../../../../context.ts"
import { buttonLink } from "../../../../html/form.ts"
import { html, when } from "../../../../html/html.ts"
import { empty } from "../../../../html/table.ts"
import { tracesPath } from "../../../../traces/links.ts"
import { plain } from "../../../words.ts"
import type { Preview, PreviewContent, Shown } from "../../../preview.ts"
import { chosenTrace, readChosen, traceField, traceForm } from "./choose.ts"
import { drawFaults, drawRecord, drawValues } from "./draw.ts"
import { readRecord, readTrial, trialOf } from "./query.ts"

const isId = (text: string): boolean => /^[0-9a-f-]{32,36}$/i.test(text)

/** Stands for the newest trace, whose ID an example does not know. */
const anyTrace = "0".repeat(31) + "1"

const noFormula = empty("Write a formula, and its value stands here.")

const isBlank = ({ source }: PreviewContent): boolean =>
  typeof source["expression"] === "string" && source["expression"].trim() === ""

const noTrace = empty("There is no such trace. Choose another one.")

const draw = Effect.fnUntraced(function* (visit: ContentVisit, { type, content }: Shown) {
  const { target } = content.settings as CustomField["settings"]
  if (target !== "trace" && target !== "span") {
    return empty(
      `A custom field of an ${plain(target).toLowerCase()} can't be tried here: only one of a trace or a span.`
    )
  }
  const form = type === "saved" ? yield* traceForm(visit) : ""
  const id = yield* readChosen(visit)
  if (id === undefined) {
    return empty(
      "There is no trace yet on which to try this. Send one, then evaluate it here.",
      buttonLink("Send the first trace", tracesPath(visit))
    )
  }
  if (!isId(id)) return html`${form} ${noTrace}`
  const [record, values] = yield* Effect.all(
    [
      readRecord(content, id),
      isBlank(content)
        ? Effect.succeed(noFormula)
        : readTrial(content, id).pipe(
            Effect.map(drawValues),
            Effect.catchTag("INVALID_VIEW", (error) => Effect.succeed(drawFaults(content, error)))
          )
    ],
    { concurrency: 2 }
  ).pipe(Effect.catchTag("NOT_FOUND", () => Effect.succeed([undefined, noTrace] as const)))
  return html`${form} ${record === undefined ? noTrace : values}
    <p class="quiet"><a href="${tracesPath(visit, id)}">Open trace</a></p>
    ${when(record, drawRecord)}`
})

/** Shows what a custom field yields for a trace. */
export const trialPreview: Preview = {
  operation: "query_page_view",
  scopes: ["views:read", "traces:read"],
  path: "try",
  label: "Evaluate",
  title: "Try it on a trace",
  call: (visit, content) => trialOf(content, chosenTrace(visit) || anyTrace),
  narrow: traceField,
  draw
}
