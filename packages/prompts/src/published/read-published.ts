import { Caller } from "@agent-operations/auth"
import { latest, Prompt } from "@agent-operations/contract/prompts"
import { spaceOf } from "@agent-operations/definitions"
import { NotFound } from "@agent-operations/error-envelope"
import { type EncodedRevision, EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { noLabel } from "../labels/refusals.ts"
import { PromptLabels } from "../labels/PromptLabels.ts"

/** How a published prompt is named: by its ID or its name, and by a label or a revision. */
export interface Which {
  readonly id?: string
  readonly name?: string
  readonly label?: string
  readonly revision?: number
}

/** A prompt at the revision that was asked for, and how it was found. */
export interface Published {
  readonly revision: EncodedRevision
  readonly label: string | null
  readonly labelRevision: number | null
}

/** Reads the revision of a prompt that a label points at now. Law: M1. */
export const makeReadPublished = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const labels = yield* PromptLabels

  const idOf = Effect.fnUntraced(function* (space: Space, { id, name = "" }: Which) {
    if (id !== undefined) return id
    const found = yield* store.named(space, Prompt, name)
    return found ?? (yield* new NotFound({ message: `There is no prompt named "${name}" in this project.` }))
  })

  const readLabel = Effect.fnUntraced(function* (space: Space, id: string, label: string) {
    const found = yield* labels.find(space, id, label)
    if (found?.revision != null) {
      const revision = yield* store.read(space, Prompt, id, found.revision)
      return { revision, label, labelRevision: found.labelRevision } satisfies Published
    }
    // Where there is no prompt either, that is told.
    yield* store.read(space, Prompt, id, undefined)
    return yield* noLabel(label)
  })

  return Effect.fnUntraced(function* (which: Which) {
    const space = spaceOf(yield* Caller)
    const id = yield* idOf(space, which)
    const { revision, label = "production" } = which
    if (revision === undefined && label !== latest) return yield* readLabel(space, id, label)
    const read = yield* store.read(space, Prompt, id, revision)
    return { revision: read, label: revision === undefined ? latest : null, labelRevision: null } satisfies Published
  })
})
