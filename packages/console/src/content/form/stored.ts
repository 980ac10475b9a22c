import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Form } from "../../form.ts"
import { Renderer } from "../render/Renderer.ts"
import type { Section } from "../Section.ts"
import type { Stored } from "../stored.ts"
import { fieldsOf, type Json, type JsonObject } from "./control.ts"
import { type Typed, typedOf, valueMeant } from "./typed.ts"

/** Settings that are one JSON text are indented up to so many characters, and else as they are stored. */
const maxIndented = 128 * 1024

/** What the form of a new definition begins with. */
export const typedAnew = ({ form }: Section): Typed => typedOf(form, undefined)

const partsOf = ({ name, description, source, references }: Stored): JsonObject => ({
  name,
  description,
  source,
  references
})

/** What the form of a definition begins with. */
export const typedOfStored = Effect.fnUntraced(function* ({ form, settings }: Section, stored: Stored) {
  const parts = partsOf(stored)
  if (settings.type !== "json") {
    return typedOf(form, { ...parts, settings: (yield* inTurns(parsedJson(stored.settings))) as Json })
  }
  const asStored = () => Effect.succeed(stored.settings)
  const text = yield* Renderer.use((renderer) => renderer.indent(stored.settings, maxIndented)).pipe(
    Effect.catchTags({ TooSlow: asStored, TooLarge: asStored })
  )
  return { ...typedOf(form, parts), [settings.name]: text }
})

/** What was posted of a form. */
export const typedIn = ({ form }: Section, posted: Form): Typed =>
  Object.fromEntries(fieldsOf(form).map(({ name }) => [name, posted.text(name)]))

/**
 * What somebody typed as the content of a definition, not decoded yet, or what is wrong with which field. `edited` is
 * the revision that they saw. By steps. Law: K3.
 */
export function* contentTyped({ form, settings }: Section, typed: Typed, edited?: Stored) {
  // Of one JSON text, nothing is kept as it was shown.
  const kept = edited && settings.type !== "json" ? { settings: (yield* parsedJson(edited.settings)) as Json } : {}
  return yield* valueMeant(form, typed, edited && { ...partsOf(edited), ...kept })
}
