import { type AgentError, NotFound } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Effect, Option, Result } from "effect"
import type { Answer, ContentVisit } from "../../context.ts"
import { type Built, isBuilding } from "../builder.ts"
import { seeOther } from "../../paths.ts"
import { contentTyped, typedAnew, typedIn, typedOfStored } from "../form/stored.ts"
import { canBePosted } from "../form/size.ts"
import { answerBuilt, answerLive } from "../live.ts"
import { type Editing, editorPage, tooLargeToEdit } from "../parts/editor.ts"
import { definitionPath } from "../parts/links.ts"
import { liveIssues } from "../parts/live-issues.ts"
import { drawPreview, mayPreview } from "../preview.ts"
import { Renderer } from "../render/Renderer.ts"
import type { Content, Section } from "../Section.ts"
import { sideOfContent, sideOfStored } from "../sides.ts"
import type { Typed } from "../form/typed.ts"
import { readStored, type Stored } from "../stored.ts"
import { verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"
import { askToMerge, overwrite, takeMerged } from "./merge.ts"

/** The form with what its builder makes of what was posted, where the section has one. */
const withBuilder = Effect.fnUntraced(function* (visit: ContentVisit, editing: Editing) {
  const { builder, preview } = editing.section
  const action = visit.form.text("action")
  const isAnswered = action === "issues" || (action === "preview" && visit.form.has("live"))
  if (builder === undefined) return editing
  const { typed, built } = yield* builder.read(visit, editing.typed)
  const narrow = !isAnswered && mayPreview(visit.access, editing.section) ? preview?.narrow : undefined
  return { ...editing, typed, built, ...(narrow && { narrowing: yield* narrow(visit, typed) }) }
})

/** The empty form. */
export const newPage = (section: Section) => (visit: ContentVisit) =>
  Effect.map(withBuilder(visit, { section, at: visit, typed: typedAnew(section) }), (editing) => ({
    ...editorPage(editing),
    api: [{ operation: `${section.kind.createVerb}_${section.kind.name}`, input: section.kind.example }]
  }))

/** The form with the current revision in it. */
export const editPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const edited = yield* readStored(section, visit.param("id"))
    const typed = yield* typedOfStored(section, edited)
    return canBePosted(typed)
      ? {
          ...editorPage(yield* withBuilder(visit, { section, at: visit, typed, edited })),
          api: [
            {
              operation: `update_${section.kind.name}`,
              input: { id: edited.id, expectedRevision: edited.revision, name: edited.name }
            }
          ]
        }
      : tooLargeToEdit(visit, section, edited)
  })

/** The revision that a posted form was made from; none where that is no longer there. */
const readEdited = (section: Section, visit: ContentVisit) =>
  readStored(section, visit.param("id"), revisionIn(visit.form.text("expectedRevision"))).pipe(
    Effect.map(Option.some),
    Effect.catchTag("NOT_FOUND", () => Effect.succeedNone)
  )

/** The form of what was deleted meanwhile: it can be created anew, or recovered. */
const gonePage = (editing: Editing, visit: ContentVisit, error?: AgentError) => {
  const { title } = editing.section.kind
  const deleted = { id: visit.param("id"), revision: visit.form.text("expectedRevision") }
  const isNew = deleted.id === ""
  return editorPage({
    ...editing,
    edited: undefined,
    deleted: isNew ? undefined : deleted,
    error: error ?? new NotFound({ message: `This ${title} is no longer there.` })
  })
}

/** What somebody typed, as the contract's schemas have it. */
const decoded = Effect.fnUntraced(function* ({ section, typed }: Editing, edited: Stored | undefined) {
  const content = yield* inTurns(contentTyped(section, typed, edited))
  return Result.isFailure(content)
    ? { errors: content.failure }
    : { content: yield* Effect.fromResult(yield* inTurns(section.decode(content.success))) }
})

const finishedOf = (built: Built, typed: Typed) => {
  const { typed: left, place } = built.finished(typed)
  return { typed: left, built: { ...built, place } }
}

/** What is typed, without what a preview does not depend on: what it is called, and what is not finished yet. */
const finished = (editing: Editing): Editing => {
  const typed = { ...editing.typed, name: "Draft", description: "" }
  const { built } = editing
  return built === undefined ? { ...editing, typed } : { ...editing, ...finishedOf(built, typed) }
}

/** Whether a form says what the revision says that was edited. Where that can't be told, it does not. */
const isSame = (section: Section, edited: Stored, content: Content) =>
  Renderer.use((renderer) => renderer.same(sideOfStored(section, edited), sideOfContent(section, content))).pipe(
    Effect.catchTags({ TooSlow: () => Effect.succeed(false), TooLarge: () => Effect.succeed(false) })
  )

/** What was posted, and is saved nowhere yet. */
const posted = (section: Section, visit: ContentVisit, edited?: Stored): Editing => ({
  section,
  at: visit,
  typed: typedIn(section, visit.form),
  edited,
  isUnsaved: true
})

/** Carries out what a posted form asks for: to be checked, edited further, saved or merged. */
const act = Effect.fnUntraced(function* (visit: ContentVisit, editing: Editing, edited: Stored | undefined) {
  const { section } = editing
  const action = visit.form.text("action")
  if (isBuilding(visit) && visit.form.has("live")) return answerBuilt(editing)
  if (action === "edit" || isBuilding(visit)) return editorPage(editing)
  if (action === "issues") return yield* liveIssues(editing, (editing) => decoded(editing, edited))
  const isPreview = action === "preview"
  const asked = isPreview ? finished(editing) : editing
  if (isPreview && visit.form.has("live")) return yield* answerLive(visit, asked, decoded(asked, edited))
  const { errors, content } = yield* decoded(asked, edited)
  if (content === undefined) return editorPage({ ...editing, errors })
  const { preview } = section
  if (isPreview && preview !== undefined && mayPreview(visit.access, section)) {
    const { markup, issues } = yield* drawPreview(visit, preview, { type: "draft", content })
    const { built } = asked
    return editorPage({ ...editing, ...(built && { built }), preview: markup, ...(issues && { issues }) })
  }
  if (action === "check" && section.check !== undefined) {
    return editorPage({ ...editing, checked: yield* section.check(content) })
  }
  if (edited === undefined) {
    const { id } = yield* verbs.create(section, { ...content })
    return seeOther(definitionPath(visit, section, id), "created")
  }
  const typing = { visit, editing, content, edited }
  if (action === "merge" || action === "edit-merged") return yield* takeMerged(typing, action)
  if (action === "overwrite") return yield* overwrite(typing)
  const { id, revision } = edited
  const there = definitionPath(visit, section, id)
  if (yield* isSame(section, edited, content)) return seeOther(there, "same")
  return yield* verbs.update(section, { id, expectedRevision: revision, ...content }).pipe(
    Effect.map((): Answer => seeOther(there, "saved")),
    // What was recovered says what it did, so that nobody's change is undone.
    Effect.catchTag("CONFLICT", () => (action === "recover" ? takeMerged(typing, "recovered") : askToMerge(typing)))
  )
})

/** Recovers what was deleted meanwhile, and saves what was typed in it. */
const recover = (visit: ContentVisit, editing: Editing) =>
  verbs.recover(editing.section, { id: visit.param("id") }).pipe(
    Effect.andThen(readEdited(editing.section, visit)),
    Effect.flatMap((edited) =>
      Option.isNone(edited)
        ? Effect.succeed<Answer>(gonePage(editing, visit))
        : answer(visit, { ...editing, edited: edited.value }, edited.value)
    ),
    Effect.catch((error: AgentError) => Effect.succeed<Answer>(gonePage(editing, visit, error)))
  )

const answer = (visit: ContentVisit, editing: Editing, edited?: Stored) =>
  act(visit, editing, edited).pipe(
    // Whatever it is, the page that says so keeps what was typed.
    Effect.catch((error: AgentError) =>
      Effect.succeed<Answer>(error._tag === "NOT_FOUND" ? gonePage(editing, visit) : editorPage({ ...editing, error }))
    )
  )

/** Creates a definition from what was typed. */
export const newAction = (section: Section) => (visit: ContentVisit) =>
  Effect.flatMap(withBuilder(visit, posted(section, visit)), (editing) => answer(visit, editing))

/** Creates a revision from what was typed, if the one that was edited is still the current one. */
export const editAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const edited = Option.getOrUndefined(yield* readEdited(section, visit))
    const editing: Editing = yield* withBuilder(visit, posted(section, visit, edited))
    if (edited !== undefined) return yield* answer(visit, editing, edited)
    return visit.form.text("action") === "recover" ? yield* recover(visit, editing) : gonePage(editing, visit)
  })
