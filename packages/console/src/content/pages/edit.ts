import { type AgentError, NotFound } from "@agent-operations/error-envelope"
import { Effect, Option, Result } from "effect"
import type { Answer, InProject } from "../../context.ts"
import { seeOther } from "../../paths.ts"
import { check } from "../check.ts"
import { canBePosted, contentTyped, typedAnew, typedIn, typedOf } from "../form/typed.ts"
import type { Content, ContentKind } from "../kinds.ts"
import { conflictPage } from "../parts/conflict.ts"
import { type Editing, editorPage, tooLargeToEdit } from "../parts/editor.ts"
import { definitionPath } from "../parts/links.ts"
import { Renderer } from "../render/Renderer.ts"
import { sideOfContent, sideOfStored } from "../sides.ts"
import { readStored, type Stored } from "../stored.ts"
import { decodeContent, verbsOf } from "../verbs.ts"
import { revisionIn } from "./definition.ts"

/** The empty form. */
export const newPage = (kind: ContentKind) => (visit: InProject) =>
  Effect.succeed(editorPage({ kind, at: visit, typed: typedAnew(kind) }))

/** The form with the current revision in it. */
export const editPage = (kind: ContentKind) =>
  Effect.fnUntraced(function* (visit: InProject) {
    const edited = yield* readStored(kind, visit.param("id"))
    const typed = yield* typedOf(kind, edited)
    return canBePosted(typed) ? editorPage({ kind, at: visit, typed, edited }) : tooLargeToEdit(visit, kind, edited)
  })

/** The revision that a posted form was made from; none where that is no longer there. */
const readEdited = (kind: ContentKind, visit: InProject) =>
  readStored(kind, visit.param("id"), revisionIn(visit.form.text("expectedRevision"))).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NOT_FOUND", () => Effect.succeedNone)
  )

const gone = ({ spec }: ContentKind) => new NotFound({ message: `This ${spec.title} is no longer there.` })

/** What somebody typed, as the contract's schemas have it. */
const decoded = Effect.fnUntraced(function* ({ kind, typed }: Editing, edited: Stored | undefined) {
  const content = contentTyped(kind, typed, edited)
  return Result.isFailure(content)
    ? { errors: content.failure }
    : { content: yield* decodeContent(kind, content.success) }
})

/** Whether a form says what the revision says that was edited. Where that can't be told, it does not. */
const isSame = (kind: ContentKind, edited: Stored, content: Content) =>
  Renderer.use((renderer) => renderer.same(sideOfStored(kind, edited), sideOfContent(kind, content))).pipe(
    Effect.catchTags({ TooSlow: () => Effect.succeed(false), TooLarge: () => Effect.succeed(false) })
  )

/** Carries out what a posted form asks for: to be checked, edited further or saved. */
const act = Effect.fnUntraced(function* (visit: InProject, editing: Editing, edited: Stored | undefined) {
  const { kind, typed } = editing
  const { create, update } = verbsOf(kind)
  const action = visit.form.text("action")
  if (action === "edit") return editorPage(editing)
  const { errors, content } = yield* decoded(editing, edited)
  if (content === undefined) return editorPage({ ...editing, errors })
  if (action === "check") return editorPage({ ...editing, checked: yield* check(kind, content) })
  if (edited === undefined) {
    const { id } = yield* create({ ...content })
    return seeOther(definitionPath(visit, kind, id), "created")
  }
  const { id, revision } = edited
  const there = definitionPath(visit, kind, id)
  if (yield* isSame(kind, edited, content)) return seeOther(there, "same")
  return yield* update({ id, expectedRevision: revision, ...content }).pipe(
    Effect.map((): Answer => seeOther(there, "saved")),
    Effect.catchTag("CONFLICT", () =>
      Effect.flatMap(readStored(kind, id), (current) =>
        conflictPage({ kind, at: visit, typed, mine: content, edited, current })
      )
    )
  )
})

const answer = (visit: InProject, editing: Editing, edited?: Stored) =>
  act(visit, editing, edited).pipe(
    // Whatever it is, the page that says so keeps what was typed.
    Effect.catch((error: AgentError) =>
      Effect.succeed<Answer>(
        error._tag === "NOT_FOUND"
          ? editorPage({ ...editing, edited: undefined, error: gone(editing.kind) })
          : editorPage({ ...editing, error })
      )
    )
  )

/** Makes a new definition of what was typed. */
export const newAction = (kind: ContentKind) => (visit: InProject) =>
  answer(visit, { kind, at: visit, typed: typedIn(visit.form) })

/** Makes a new revision of what was typed, if the one that was edited is still the current one. */
export const editAction = (kind: ContentKind) =>
  Effect.fnUntraced(function* (visit: InProject) {
    const edited = Option.getOrUndefined(yield* readEdited(kind, visit))
    const editing: Editing = { kind, at: visit, typed: typedIn(visit.form), edited }
    return edited === undefined ? editorPage({ ...editing, error: gone(kind) }) : yield* answer(visit, editing, edited)
  })
