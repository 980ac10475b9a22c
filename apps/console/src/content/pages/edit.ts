import { type AgentError, NotFound } from "@agent-operations/error-envelope"
import { Effect, Option, Result } from "effect"
import type { Answer, InProject } from "../../context.ts"
import { seeOther } from "../../paths.ts"
import { check } from "../check.ts"
import { compareContents, isChanged } from "../diff/content.ts"
import { contentTyped, typedAnew, typedIn, typedOf } from "../form/typed.ts"
import type { ContentKind, Definition } from "../kinds.ts"
import { conflictPage } from "../parts/conflict.ts"
import { type Editing, editorPage } from "../parts/editor.ts"
import { definitionPath } from "../parts/links.ts"
import { decodeContent, readOnly, verbsOf } from "../verbs.ts"
import { revisionIn } from "./definition.ts"

/** The empty form. */
export const newPage = (kind: ContentKind) => (visit: InProject) =>
  Effect.succeed(editorPage({ kind, at: visit, typed: typedAnew(kind) }))

/** The form with the current revision in it. */
export const editPage = (kind: ContentKind) =>
  Effect.fnUntraced(function* (visit: InProject) {
    const edited = yield* readOnly(verbsOf(kind).get({ id: visit.param("id") }))
    return editorPage({ kind, at: visit, typed: typedOf(kind, edited), edited })
  })

/** The revision that a posted form was made from; none where that is no longer there. */
const readEdited = (kind: ContentKind, visit: InProject) =>
  readOnly(
    verbsOf(kind).get({ id: visit.param("id"), revision: revisionIn(visit.form.text("expectedRevision")) })
  ).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NOT_FOUND", () => Effect.succeedNone)
  )

const gone = ({ spec }: ContentKind) => new NotFound({ message: `This ${spec.title} is no longer there.` })

/** What somebody typed, as the contract's schemas have it. */
const decoded = Effect.fnUntraced(function* ({ kind, typed }: Editing, edited: Definition | undefined) {
  const content = contentTyped(kind, typed, edited)
  return Result.isFailure(content)
    ? { errors: content.failure }
    : { content: yield* decodeContent(kind, content.success) }
})

/** Carries out what a posted form asks for: to be checked, edited further or saved. */
const act = Effect.fnUntraced(function* (visit: InProject, editing: Editing, edited: Definition | undefined) {
  const { kind, typed } = editing
  const { create, get, update } = verbsOf(kind)
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
  if (!compareContents(kind, edited, content).some(isChanged)) return seeOther(there, "same")
  return yield* update({ id, expectedRevision: revision, ...content }).pipe(
    Effect.map((): Answer => seeOther(there, "saved")),
    Effect.catchTag("CONFLICT", () =>
      Effect.map(get({ id }), (current): Answer =>
        conflictPage({ kind, at: visit, typed, mine: content, edited, current })
      )
    )
  )
})

const answer = (visit: InProject, editing: Editing, edited?: Definition) =>
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
