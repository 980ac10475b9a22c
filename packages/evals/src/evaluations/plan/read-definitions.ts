import type { Reference } from "@agent-operations/contract"
import { App } from "@agent-operations/contract/apps"
import { Scorer } from "@agent-operations/contract/scorers"
import { decodeContent, withoutExtra } from "@agent-operations/definitions"
import { NotFound, ReferenceNotFound } from "@agent-operations/error-envelope"
import { makeFreezePrompt } from "@agent-operations/prompts"
import { EncodedRevisionStore, type KindPolicy, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { ModelConnections } from "../../apps/connections/index.ts"
import type { PinnedApp, PinnedContent, PinnedModel, PinnedScorer } from "./plan.ts"

/** A definition as it is asked for: at a revision, or at the current one. */
export interface Asked {
  readonly id: string
  readonly revision?: number | null | undefined
}

type Owner = PinnedContent<unknown, unknown>

/** What an alias of a definition refers to, which has to be of a kind. */
const referenceOf = Effect.fnUntraced(function* (owner: Owner, alias: string, kind: string) {
  const reference: Reference | undefined = owner.references[alias]
  if (reference?.kind === kind) return reference
  const leads = reference === undefined ? "leads to nothing" : `leads to no ${kind}`
  return yield* new ReferenceNotFound({
    message: `The alias ${alias} of the ${owner.kind} "${owner.name}" ${leads}.`,
    hint: `Correct the references of the ${owner.kind}, or its source.`,
    details: { references: [alias] }
  })
})

/** Reads definitions at the revisions that a run pins, as a part of the transaction that creates it. Law: X10. */
export const makeReadDefinitions = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const connections = yield* ModelConnections
  const freezePrompt = yield* makeFreezePrompt

  const pinned = Effect.fnUntraced(function* <Source, Settings>(space: Space, kind: KindPolicy, asked: Asked) {
    const read = yield* decodeContent(yield* store.read(space, kind, asked.id, asked.revision ?? undefined))
    const { id, name, revision, source, references } = read
    // It is kept with the run, and nothing reads their `extra`.
    const settings = withoutExtra(read.settings as object)
    // What was written was decoded by the kind's schemas.
    return { kind: kind.name, id, name, revision, source, settings, references } as PinnedContent<Source, Settings>
  })

  const app = (space: Space, asked: Asked) => pinned<PinnedApp["source"], PinnedApp["settings"]>(space, App, asked)

  return {
    app,

    scorer: (space: Space, asked: Asked) =>
      pinned<PinnedScorer["source"], PinnedScorer["settings"]>(space, Scorer, asked),

    /** The app that an alias of a definition leads to. */
    appOf: Effect.fnUntraced(function* (space: Space, owner: Owner, alias: string) {
      return yield* app(space, yield* referenceOf(owner, alias, "app"))
    }),

    /** What a definition tells a model, and through which connection. */
    model: Effect.fnUntraced(function* (
      space: Space,
      owner: Owner,
      { prompt, connection: id }: { readonly prompt: string; readonly connection: string }
    ) {
      const reference = yield* referenceOf(owner, prompt, "prompt")
      const frozen = yield* freezePrompt(space, reference.id, reference.revision ?? undefined)
      const found = yield* connections
        .find(space, id)
        .pipe(Effect.catchTag("SecretNotReadable", () => Effect.succeed(undefined)))
      if (found === undefined) {
        return yield* new NotFound({
          message: `The model connection ${id} of "${owner.name}" is not there, or its key can't be read.`,
          hint: "list_model_connections lists those there are; owners and admins of the organization add them."
        })
      }
      const { name, prices, pricesHash } = found
      return { prompt: frozen, connection: { id, name, prices, pricesHash } } satisfies PinnedModel
    })
  }
})
