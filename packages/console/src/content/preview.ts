import type { Access, Caller } from "@agent-operations/auth"
import type { AgentError } from "@agent-operations/error-envelope"
import type { Invoker } from "@agent-operations/operations"
import { Effect } from "effect"
import type { CommonFailure, ContentServices, ContentVisit } from "../context.ts"
import { type Html, html, when } from "../html/html.ts"
import type { Issue } from "./checks.ts"
import { statusOf } from "./form/errors.ts"
import type { Typed } from "./form/typed.ts"
import { holds } from "./may.ts"
import { refusalNotice } from "./parts/refusal.ts"
import type { Content, Section } from "./Section.ts"

/** What is to be shown: a definition that is saved, or one as it stands in a form. */
export type Shown =
  | { readonly type: "saved"; readonly id: string; readonly content: PreviewContent }
  | { readonly type: "draft"; readonly content: PreviewContent }

export type PreviewContent = Pick<Content, "source" | "settings" | "references">

/** Shows what a definition is for: the rows of a page view, a chart. */
export interface Preview {
  /** The operation that it takes: without it, there is none. */
  readonly operation: string
  readonly scopes: ReadonlyArray<string>
  /** Its page, below the definition's: `rows`. */
  readonly path: string
  /** The button that asks for it: "Show rows". */
  readonly label: string
  /** What it is called: "Rows". */
  readonly title: string
  /** What the operation takes of a saved definition beside its ID. */
  readonly input?: (visit: ContentVisit, now: number) => object
  /** What the operation takes instead, where it takes no saved definition of this kind. */
  readonly call?: (visit: ContentVisit, content: PreviewContent) => object
  /** Whether what it draws may run in a frame. */
  readonly frame?: boolean
  /** What narrows it down where the definition is saved: above what is drawn, and above why nothing is. */
  readonly form?: ((visit: ContentVisit, content: PreviewContent) => Html) | undefined
  /** What narrows it down beside the form: fields of the form. */
  readonly narrow?: (visit: ContentVisit, typed: Typed) => Effect.Effect<Html, CommonFailure, ContentServices | Caller>
  readonly draw: (visit: ContentVisit, shown: Shown) => Effect.Effect<Html, AgentError, ContentServices | Caller>
}

/** Whether somebody may see it. */
export const mayPreview = (access: Pick<Access, "scopes">, { preview }: Section): boolean =>
  preview !== undefined && preview.scopes.every((scope) => holds(access, scope))

/** Sections without previews that nothing serves. */
export const withServedPreviews = (
  sections: ReadonlyArray<Section>,
  invoker: Invoker["Service"] | undefined
): ReadonlyArray<Section> =>
  sections.map((section) => {
    if (section.preview === undefined || invoker?.find(section.preview.operation) !== undefined) return section
    const { preview: _, ...rest } = section
    return rest
  })

const issuesOf = (error: AgentError) => (error._tag === "INVALID_VIEW" ? error.details.issues : [])

/** What a preview shows, or why it shows nothing. */
export interface Drawn {
  readonly status: number
  readonly markup: Html
  readonly error?: AgentError
  /** What is wrong with the definition. */
  readonly issues?: ReadonlyArray<Issue>
}

/** Draws a preview. */
export const drawPreview = (visit: ContentVisit, preview: Preview, shown: Shown) => {
  const form = (shown.type === "saved" && preview.form?.(visit, shown.content)) || ""
  return preview.draw(visit, shown).pipe(
    Effect.map((markup): Drawn => ({ status: 200, markup: html`${form} ${markup}` })),
    Effect.catch((error) => {
      const issues = issuesOf(error)
      const markup = html`${form} ${refusalNotice(visit, error)}
      ${when(
        issues.length > 0,
        () =>
          html`<ul>
            ${issues.slice(0, 20).map(({ message, path }) => html`<li>${message} <span class="quiet">${path}</span></li>`)}
          </ul>`
      )}`
      return Effect.succeed<Drawn>({ status: statusOf(error), markup, error, issues })
    })
  )
}
