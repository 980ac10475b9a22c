import type { Reference } from "@agent-operations/contract"
import type { App } from "@agent-operations/contract/apps"
import type { Scorer } from "@agent-operations/contract/scorers"
import type { FrozenPrompt } from "@agent-operations/prompts"
import type { Connection } from "../../apps/index.ts"

/** A definition at the revision that a run pinned. */
export interface Pinned {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
}

/** A pinned definition with what it says and refers to. */
export interface PinnedContent<Source, Settings> extends Pinned {
  readonly source: Source
  readonly settings: Settings
  readonly references: { readonly [alias: string]: Reference }
}

export type PinnedApp = PinnedContent<App["source"], Omit<App["settings"], "extra">>
export type PinnedScorer = PinnedContent<Scorer["source"], Omit<Scorer["settings"], "extra">>

/** A model connection, without its address and key: with the prices that the run is counted by. Law: X10. */
export interface PinnedConnection extends Pick<Connection, "prices"> {
  readonly id: string
  readonly name: string
  readonly pricesHash: string
}

/** Under what a plan has the model of an app or a scorer. */
export const modelKey = ({ id, revision }: Pick<Pinned, "id" | "revision">): string => `${id} ${revision}`

/** What calling a model takes: of an app, or of a judge. */
export interface PinnedModel {
  readonly prompt: FrozenPrompt
  readonly connection: PinnedConnection
}

/** Whose results are carried over, and which of them. Law: F3. */
export interface Basis {
  readonly runId: string
  readonly carry: "succeeded" | "outputs"
}

/** What an app is called with once, without a dataset: values, or JSON texts. */
export interface OneCall<A> {
  readonly input: A
  readonly expected: A
}

/**
 * All that working on a run takes, resolved when it was created, so that nothing that changes later alters what it does.
 * Law: X10.
 */
export interface Plan {
  /** Null of a run that scores the outputs of another. */
  readonly app: PinnedApp | null
  /** By alias. */
  readonly scorers: { readonly [alias: string]: PinnedScorer }
  /** What scorers are, where they call apps: by the alias of the scorer. */
  readonly scorerApps: { readonly [alias: string]: PinnedApp }
  /** What models are told, by the key of the app or the scorer that calls one. */
  readonly models: { readonly [key: string]: PinnedModel }
  readonly basis: Basis | null
  /** What is given to an app that is called once, without a dataset. */
  readonly call: OneCall<unknown> | null
  /** When the run was created, in milliseconds since 1970: where the clock of code stands. Law: S3. */
  readonly createdAt: number
}

/** A plan as it is read for work on its run, which goes on for as long as an app takes: what the app is called with is a text. */
export interface ReadPlan extends Omit<Plan, "call"> {
  readonly call: OneCall<string> | null
}
