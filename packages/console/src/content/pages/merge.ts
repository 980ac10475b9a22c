import type { AgentError } from "@agent-operations/error-envelope"
import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect, Option } from "effect"
import type { Answer, ContentVisit } from "../../context.ts"
import { seeOther } from "../../paths.ts"
import { canBePosted } from "../form/size.ts"
import { typedOfStored } from "../form/stored.ts"
import { choicesIn, fields } from "../merge/choices.ts"
import { mergeSides, type Sides } from "../merge/merge-sides.ts"
import { type Conflict, conflictPage } from "../parts/conflict.ts"
import { type Editing, editorPage } from "../parts/editor.ts"
import { definitionPath } from "../parts/links.ts"
import type { Content } from "../Section.ts"
import { readStored, type Stored } from "../stored.ts"
import { verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"

/** What somebody typed over a revision that is no longer the current one. */
export interface Typing {
  readonly visit: ContentVisit
  readonly editing: Editing
  readonly content: Content
  readonly edited: Stored
}

const settled = ({ visit, editing: { section }, edited }: Typing, done: "saved" | "same"): Answer =>
  seeOther(definitionPath(visit, section, edited.id), done)

const sidesOf = ({ editing: { section }, content: mine, edited }: Typing, current: Stored): Sides => ({
  section,
  mine,
  edited,
  current
})

const show = ({ visit: at, editing: { typed } }: Typing, conflict: Omit<Conflict, "at" | "typed">) =>
  conflictPage({ ...conflict, at, typed })

/** Asks what becomes of both sides; where theirs says all that was typed, there is nothing to ask. */
export const askToMerge = Effect.fnUntraced(function* (typing: Typing, more: Pick<Sides, "choices" | "seen"> = {}) {
  const sides = { ...sidesOf(typing, yield* readStored(typing.editing.section, typing.edited.id)), ...more }
  const merged = yield* mergeSides(sides)
  return merged?.isTheirs === true && merged.places.length === 0
    ? settled(typing, "same")
    : yield* show(typing, { ...sides, merged })
})

/** The revision that the page showed as theirs. */
const readSeen = ({ visit, editing: { section }, edited }: Typing) =>
  readStored(section, edited.id, revisionIn(visit.form.text(fields.seen))).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NOT_FOUND", () => Effect.succeedNone)
  )

/** Saves what was typed as it is, over the revision that the page of the conflict showed. */
export const overwrite = Effect.fnUntraced(function* (typing: Typing) {
  const { visit, editing, content, edited } = typing
  const expectedRevision = revisionIn(visit.form.text(fields.seen))
  return yield* verbs.update(editing.section, { id: edited.id, expectedRevision, ...content }).pipe(
    Effect.map(() => settled(typing, "saved")),
    Effect.catchTag("CONFLICT", () => askToMerge(typing))
  )
})

/** Saves the merged version, or shows it in the form, once all is chosen that both sides changed. */
export const takeMerged = Effect.fnUntraced(function* (typing: Typing, action: "merge" | "edit-merged" | "recovered") {
  const { visit, editing, edited } = typing
  const { section } = editing
  const current = yield* readStored(section, edited.id)
  const seen = action === "recovered" ? current : Option.getOrUndefined(yield* readSeen(typing))
  const choices = seen === undefined ? [] : yield* inTurns(choicesIn(visit.form))
  // Nobody has seen what a newer revision says.
  if (seen?.revision !== current.revision) return yield* askToMerge(typing, { choices, seen })
  const sides = { ...sidesOf(typing, current), choices }
  const merged = yield* mergeSides(sides)
  // What others changed before it was deleted is shown first.
  if (action === "recovered" && (merged?.changed.theirs.length ?? 1) > 0)
    return yield* show(typing, { ...sides, merged })
  if (merged?.merged === undefined) return yield* show(typing, { ...sides, merged, isAsked: true })
  const made = (yield* inTurns(parsedJson(merged.merged))) as Content
  const typed = yield* typedOfStored(section, { ...current, ...made, settings: JSON.stringify(made.settings) })
  const remade: Editing = { ...editing, typed, edited: current, isUnsaved: true }
  if (action === "edit-merged") {
    return canBePosted(typed)
      ? editorPage(remade)
      : yield* show(typing, {
          ...sides,
          merged,
          refusal: "The merged version is too large for a form: save it as it is."
        })
  }
  if (merged.isTheirs) return settled(typing, "same")
  const content = yield* inTurns(section.decode(made))
  return yield* Effect.fromResult(content).pipe(
    Effect.flatMap((content) =>
      verbs.update(section, { id: edited.id, expectedRevision: current.revision, ...content })
    ),
    Effect.map(() => settled(typing, "saved")),
    Effect.catchTag("CONFLICT", () => askToMerge(typing, { choices, seen })),
    // What can't be saved as it was merged is corrected in the form.
    Effect.catch((error: AgentError) =>
      error._tag === "NOT_FOUND" ? Effect.fail(error) : Effect.succeed<Answer>(editorPage({ ...remade, error }))
    )
  )
})
