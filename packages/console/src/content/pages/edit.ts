import { type AgentError, NotFound } from "@agent-operations/error-envelope"
import { Effect, Option, Result } from "effect"
import type { Answer, ContentVisit } from "../../context.ts"
import { seeOther } from "../../paths.ts"
import { contentTyped, typedAnew, typedIn, typedOfStored } from "../form/stored.ts"
import { canBePosted } from "../form/size.ts"
import { conflictPage } from "../parts/conflict.ts"
import { type Editing, editorPage, tooLargeToEdit } from "../parts/editor.ts"
import { definitionPath } from "../parts/links.ts"
import { Renderer } from "../render/Renderer.ts"
import type { Content, Section } from "../Section.ts"
import { sideOfContent, sideOfStored } from "../sides.ts"
import { readStored, type Stored } from "../stored.ts"
import { verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"

/** The empty form. */
export const newPage = (section: Section) => (visit: ContentVisit) =>
  Effect.succeed(editorPage({ section, at: visit, typed: typedAnew(section) }))

/** The form with the current revision in it. */
export const editPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const edited = yield* readStored(section, visit.param("id"))
    const typed = yield* typedOfStored(section, edited)
    return canBePosted(typed)
      ? editorPage({ section, at: visit, typed, edited })
      : tooLargeToEdit(visit, section, edited)
  })

/** The revision that a posted form was made from; none where that is no longer there. */
const readEdited = (section: Section, visit: ContentVisit) =>
  readStored(section, visit.param("id"), revisionIn(visit.form.text("expectedRevision"))).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NOT_FOUND", () => Effect.succeedNone)
  )

const gone = ({ kind }: Section) => new NotFound({ message: `This ${kind.title} is no longer there.` })

/** What somebody typed, as the contract's schemas have it. */
const decoded = Effect.fnUntraced(function* ({ section, typed }: Editing, edited: Stored | undefined) {
  const content = contentTyped(section, typed, edited)
  return Result.isFailure(content)
    ? { errors: content.failure }
    : { content: yield* Effect.fromResult(section.decode(content.success)) }
})

/** Whether a form says what the revision says that was edited. Where that can't be told, it does not. */
const isSame = (section: Section, edited: Stored, content: Content) =>
  Renderer.use((renderer) => renderer.same(sideOfStored(section, edited), sideOfContent(section, content))).pipe(
    Effect.catchTags({ TooSlow: () => Effect.succeed(false), TooLarge: () => Effect.succeed(false) })
  )

/** Carries out what a posted form asks for: to be checked, edited further or saved. */
const act = Effect.fnUntraced(function* (visit: ContentVisit, editing: Editing, edited: Stored | undefined) {
  const { section, typed } = editing
  const action = visit.form.text("action")
  if (action === "edit") return editorPage(editing)
  const { errors, content } = yield* decoded(editing, edited)
  if (content === undefined) return editorPage({ ...editing, errors })
  if (action === "check" && section.check !== undefined) {
    return editorPage({ ...editing, checked: yield* section.check(content) })
  }
  if (edited === undefined) {
    const { id } = yield* verbs.create(section, { ...content })
    return seeOther(definitionPath(visit, section, id), "created")
  }
  const { id, revision } = edited
  const there = definitionPath(visit, section, id)
  if (yield* isSame(section, edited, content)) return seeOther(there, "same")
  return yield* verbs.update(section, { id, expectedRevision: revision, ...content }).pipe(
    Effect.map((): Answer => seeOther(there, "saved")),
    Effect.catchTag("CONFLICT", () =>
      Effect.flatMap(readStored(section, id), (current) =>
        conflictPage({ section, at: visit, typed, mine: content, edited, current })
      )
    )
  )
})

const answer = (visit: ContentVisit, editing: Editing, edited?: Stored) =>
  act(visit, editing, edited).pipe(
    // Whatever it is, the page that says so keeps what was typed.
    Effect.catch((error: AgentError) =>
      Effect.succeed<Answer>(
        error._tag === "NOT_FOUND"
          ? editorPage({ ...editing, edited: undefined, error: gone(editing.section) })
          : editorPage({ ...editing, error })
      )
    )
  )

/** Creates a definition from what was typed. */
export const newAction = (section: Section) => (visit: ContentVisit) =>
  answer(visit, { section, at: visit, typed: typedIn(section, visit.form) })

/** Creates a revision from what was typed, if the one that was edited is still the current one. */
export const editAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const edited = Option.getOrUndefined(yield* readEdited(section, visit))
    const editing: Editing = { section, at: visit, typed: typedIn(section, visit.form), edited }
    return edited === undefined
      ? editorPage({ ...editing, error: gone(section) })
      : yield* answer(visit, editing, edited)
  })
