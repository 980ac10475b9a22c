import type { Reference } from "@agent-operations/contract"
import { App } from "@agent-operations/contract/apps"
import { Scorer } from "@agent-operations/contract/scorers"
import { InvalidReference, ReferenceNotFound } from "@agent-operations/error-envelope"
import { decodeRevision, EncodedRevisionStore, type KindPolicy, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { PinnedApp, PinnedContent, PinnedScorer } from "./plan.ts"

/** A definition as it is asked for: at a revision, or at the current one. */
export interface Asked {
  readonly id: string
  readonly revision?: number | null | undefined
}

/** Reads definitions at the revisions that a run pins, as a part of the transaction that creates it. Law: X10. */
export const makeReadDefinitions = Effect.map(EncodedRevisionStore, (store) => {
  const pinned = Effect.fnUntraced(function* <Source, Settings>(space: Space, kind: KindPolicy, asked: Asked) {
    const read = decodeRevision(yield* store.read(space, kind, asked.id, asked.revision ?? undefined))
    const { id, name, revision, source, settings, references } = read
    // What was written was decoded by the kind's schemas.
    return { kind: kind.name, id, name, revision, source, settings, references } as PinnedContent<Source, Settings>
  })

  const app = (space: Space, asked: Asked) => pinned<PinnedApp["source"], PinnedApp["settings"]>(space, App, asked)

  return {
    app,

    scorer: (space: Space, asked: Asked) =>
      pinned<PinnedScorer["source"], PinnedScorer["settings"]>(space, Scorer, asked),

    /** The app that an alias of a definition leads to. */
    appOf: Effect.fnUntraced(function* (space: Space, owner: PinnedContent<unknown, unknown>, alias: string) {
      const reference: Reference | undefined = owner.references[alias]
      if (reference === undefined) {
        return yield* new ReferenceNotFound({
          message: `The alias ${alias} of ${owner.kind} "${owner.name}" leads to nothing.`,
          hint: `Add the reference to the ${owner.kind}, or change its source.`,
          details: { references: [alias] }
        })
      }
      if (reference.kind !== "app") {
        return yield* new InvalidReference({ message: `The alias ${alias} of "${owner.name}" leads to no app.` })
      }
      return yield* app(space, reference)
    })
  }
})
