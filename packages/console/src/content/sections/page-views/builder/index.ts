/** The builder of page views: their settings and references as fields of a form, and as JSON. */
import { Effect, Result } from "effect"
import type { ContentVisit } from "../../../../context.ts"
import type { Builder, Built } from "../../../builder.ts"
import type { Typed } from "../../../form/typed.ts"
import { aliasesIn, type Choices, readChoices, readPicked, typeIn } from "./choices.ts"
import { applyForm } from "./apply.ts"
import { doTo } from "./do.ts"
import { drawBuilder } from "./draw/builder.ts"
import { type BuilderForm, formOf, type Texts } from "./model.ts"
import { pickedIn, postedForm, withPicked } from "./posted.ts"
import { finished } from "./finished.ts"
import { placeOf } from "./place.ts"

export type Tab = "builder" | "json"

/** How a builder stands: what is shown of it, what its last button did, and where to go on. */
export interface Standing {
  readonly tab: Tab
  readonly choices: Choices
  readonly said: string
  readonly focus: string
}

const textsOf = ({ settings = "", references = "" }: Typed): Texts => ({ settings, references })

/** The form that texts make, with the types of fields as they are known. */
const shownOf = (choices: Choices, texts: Texts) => {
  const aliases = aliasesIn(texts)
  const typeOf = (field: string) => typeIn(choices, aliases, field)
  return { typeOf, form: formOf(texts, typeOf) }
}

const placeIn = ({ tab }: Standing, path: string) => (tab === "builder" ? placeOf(path) : undefined)

const builtOf = (standing: Standing): Built => ({
  draw: (section, at, filled) => {
    const texts = textsOf(filled.typed)
    return drawBuilder({ section, at, filled, standing, texts, form: shownOf(standing.choices, texts).form })
  },
  place: (path) => placeIn(standing, path),
  finished: (typed) => {
    const { texts, pathInForm } = finished(textsOf(typed))
    return { typed: { ...typed, ...texts }, place: (path) => placeIn(standing, pathInForm(path)) }
  }
})

/** What the buttons and fields of the builder make of the texts that were posted with them. */
const change = Effect.fnUntraced(function* (visit: ContentVisit, choices: Choices, texts: Texts) {
  const { typeOf, form: shown } = shownOf(choices, texts)
  const nothing = { texts, said: "", focus: "" }
  if (Result.isFailure(shown)) return nothing
  const before = shown.success
  const typed = postedForm(visit.form, before, typeOf)
  const names = yield* readPicked(choices, pickedIn(typed))
  // Of what is picked, the changes are applied first, so that a button finds items where the form has them.
  const settled = resettled(texts, before, withPicked(typed, names), typeOf)
  const done = doTo(settled.form, visit.form.text("do"))
  if (done === undefined) return { ...nothing, texts: settled.texts }
  return { texts: applyForm(settled.texts, settled.form, done.form), said: done.said, focus: done.focus }
})

const resettled = (
  texts: Texts,
  before: BuilderForm,
  now: BuilderForm,
  typeOf: (field: string) => string | undefined
): { readonly texts: Texts; readonly form: BuilderForm } => {
  const changed = applyForm(texts, before, now)
  return { texts: changed, form: Result.getOrElse(formOf(changed, typeOf), () => now) }
}

const tabIn = ({ form }: ContentVisit): Tab => {
  const asked = form.text("do")
  const wanted = asked.startsWith("tab.") ? asked.slice("tab.".length) : form.text("tab")
  return wanted === "json" ? "json" : "builder"
}

/** Edits page views by fields. */
export const pageViewBuilder: Builder = {
  read: Effect.fnUntraced(function* (visit, typed) {
    const choices = yield* readChoices(textsOf(typed))
    const wasBuilder = visit.form.text("tab") === "builder"
    const { texts, said, focus } = wasBuilder
      ? yield* change(visit, choices, textsOf(typed))
      : { texts: textsOf(typed), said: "", focus: "" }
    const standing = { tab: tabIn(visit), choices, said, focus }
    return { typed: { ...typed, ...texts }, built: builtOf(standing) }
  })
}
