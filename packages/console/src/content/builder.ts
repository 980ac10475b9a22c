import type { Caller } from "@agent-operations/auth"
import type { Effect } from "effect"
import type { CommonFailure, ContentServices, ContentVisit } from "../context.ts"
import type { Html } from "../html/html.ts"
import type { Typed } from "./form/typed.ts"
import type { Filled } from "./parts/fields.ts"
import type { InProject } from "./parts/links.ts"
import type { Section } from "./Section.ts"

/** A control of a builder, and what it is called where it is said what is wrong with it. */
export interface BuiltPlace {
  readonly field: string
  readonly label: string
}

/** A builder as it stands in one form. */
export interface Built {
  /** Draws it in place of the texts of settings and references, which it holds. */
  readonly draw: (section: Section, at: InProject, filled: Filled) => Html
  /** The control that has what a pointer into the definition leads to; none in what is typed as JSON. */
  readonly place: (path: string) => BuiltPlace | undefined
  /** What is typed without what is not finished yet, such as a column without a field, and the controls of what is left. */
  readonly finished: (typed: Typed) => { readonly typed: Typed; readonly place: Built["place"] }
}

/** Edits settings and references by fields of their own instead of as JSON. */
export interface Builder {
  /** Reads what was posted of it into the texts of the form, and carries out what one of its buttons asked for. */
  readonly read: (
    visit: ContentVisit,
    typed: Typed
  ) => Effect.Effect<{ readonly typed: Typed; readonly built: Built }, CommonFailure, ContentServices | Caller>
}

/** Whether a button of a builder was pressed, which changes the form and saves nothing. */
export const isBuilding = ({ form }: Pick<ContentVisit, "form">): boolean => form.has("do")
