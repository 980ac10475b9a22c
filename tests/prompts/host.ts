import { Caller, Organizations } from "@agent-operations/auth"
import { type Administers, makeFreezePrompt, PromptEvaluations, prompts } from "@agent-operations/prompts"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { traces } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import { ada, type Sort, startTwo } from "../kit.ts"

/** Whom a call is for: an owner of the organization, somebody else who signed in, or a key. */
export const actors = {
  owner: ada,
  member: { type: "user", id: "usr_ben", name: "Ben" },
  // Not even one that is called as an owner is.
  key: { type: "api_key", id: ada.id, name: "CI" }
} as const

/** Every revision but the first was evaluated. */
const evaluations = Layer.succeed(PromptEvaluations, {
  newest: ({ project }, promptId, revision) => Effect.succeed(revision === 1 ? null : { project, promptId, revision })
})

/** Two processes on one database that serve prompts and traces, called within. */
export const startHost = async (sort: Sort, administers?: Administers) => {
  const families = () => {
    const recorded = traces()
    return [recorded, prompts(recorded, { evaluations, administers })] as const
  }
  const { kit, other, close } = await startTwo(sort, families)
  const { id: organizationId } = await kit.run(
    Organizations.use((organizations) =>
      organizations.create({ name: "Acme", owner: { userId: ada.id, name: ada.name } })
    )
  )
  return {
    kit,
    as: (projectId: string, who: keyof typeof actors = "owner", scopes?: ReadonlyArray<string>) =>
      kit.as({ actor: actors[who], organizationId, projectId, ...(scopes === undefined ? {} : { scopes }) }),
    /** The same on the other process. */
    elsewhere: (projectId: string, who: keyof typeof actors = "owner") =>
      other.as({ actor: actors[who], organizationId, projectId }),
    /** A prompt as an evaluation keeps it. */
    freeze: (projectId: string, id: string) =>
      kit.run(
        Effect.flatMap(makeFreezePrompt, (freeze) =>
          freeze({ tenant: organizationId, project: projectId }, id, undefined)
        ).pipe(
          Effect.provide(EncodedRevisionStore.layer),
          Effect.provideService(Caller, {
            actor: ada,
            credential: null,
            organizationId,
            projectId,
            scopes: []
          })
        )
      ),
    close
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
export type Calls = ReturnType<Host["as"]>
