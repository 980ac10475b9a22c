/** Answers the script that shows what a form has beside it while somebody types. */
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentVisit } from "../context.ts"
import type { FieldErrors } from "../html/field.ts"
import type { Html } from "../html/html.ts"
import { fieldErrorsOf } from "./form/errors.ts"
import type { Editing } from "./parts/editor.ts"
import { drawPreview, mayPreview } from "./preview.ts"
import type { Content } from "./Section.ts"

/** What the script is told: what to show, or why what it shows is of before the last change. */
export interface Live {
  /** Markup; none where nothing can be shown. */
  readonly shown: string | null
  /** Why nothing can be shown, in a sentence. */
  readonly said: string
  /** What is wrong with which fields. */
  readonly errors: FieldErrors
}

const answer = (live: Live) => Response.json(live)

const shows = (markup: Html) => answer({ shown: String(markup), said: "", errors: {} })

const refused = (said: string, errors: FieldErrors) => answer({ shown: null, said, errors })

const ofError = ({ section, typed, built }: Editing, error: AgentError) =>
  refused(error.message, fieldErrorsOf(section.form, error, typed, built) ?? {})

/** Answers with what a form shows as it stands, once it is decoded. */
export const answerLive = Effect.fnUntraced(function* <E extends AgentError, R>(
  visit: ContentVisit,
  editing: Editing,
  decoded: Effect.Effect<{ readonly content?: Content; readonly errors?: FieldErrors }, E, R>
) {
  const { section, built } = editing
  const { preview } = section
  if (preview === undefined || !mayPreview(visit.access, section)) return refused("", {})
  return yield* decoded.pipe(
    Effect.flatMap(({ content, errors = {} }) => {
      if (content === undefined) return Effect.succeed(refused("Correct what is marked.", errors))
      return Effect.map(drawPreview(visit, preview, { type: "draft", content }), ({ markup, error, issues = [] }) => {
        if (error === undefined) return shows(markup)
        const placed = issues.flatMap(({ path, message, definition }) => {
          const place = definition === undefined ? built?.place(path) : undefined
          return place === undefined ? [] : [[place.field, message] as const]
        })
        const [first] = issues
        return refused(first?.message ?? error.message, Object.fromEntries(placed))
      })
    }),
    Effect.catch((error) => Effect.succeed(ofError(editing, error)))
  )
})
