/** Answers the script that shows what a form has beside it while somebody types. */
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentVisit } from "../context.ts"
import type { Built } from "./builder.ts"
import type { Issue } from "./checks.ts"
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

/** The builder of a form, and what narrows down what is beside it, as markup. */
interface LiveBuilder {
  readonly built: string
  readonly narrowing: string
}

const answer = (live: Live) => Response.json(live)

const shows = (markup: Html) => answer({ shown: String(markup), said: "", errors: {} })

const refused = (said: string, errors: FieldErrors) => answer({ shown: null, said, errors })

/** The most issues of no control that are told. */
const mostTold = 3

/** What is wrong, at the controls that have it; what no control has is said. */
const ofIssues = (issues: ReadonlyArray<Issue>, built: Built | undefined) => {
  const placed = issues.map(({ path, message, definition }) => ({
    message,
    field: definition === undefined ? built?.place(path)?.field : undefined
  }))
  const { elsewhere = [], ...byField } = Object.groupBy(placed, ({ field }) => field ?? "elsewhere")
  const errors = Object.fromEntries(
    Object.entries(byField).map(([field, found = []]) => [field, found.map(({ message }) => message).join(" ")])
  )
  const said = elsewhere.slice(0, mostTold).map(({ message }) => message)
  return refused(said.length === 0 ? "Correct what is marked." : said.join(" "), errors)
}

const ofError = ({ section, typed, built }: Editing, error: AgentError) =>
  refused(error.message, fieldErrorsOf(section.form, error, typed, built) ?? {})

/** Answers with the builder as its button left it, and with what narrows down what is beside it. */
export const answerBuilt = ({ section, at, typed, built, narrowing }: Editing) =>
  Response.json({
    built: String(built?.draw(section, at, { typed, errors: {}, issues: () => "" }) ?? ""),
    narrowing: narrowing === undefined ? "" : String(narrowing)
  } satisfies LiveBuilder)

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
        return issues.length === 0 ? refused(error.message, {}) : ofIssues(issues, built)
      })
    }),
    Effect.catch((error) => Effect.succeed(ofError(editing, error)))
  )
})
