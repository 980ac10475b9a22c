import type { Reference } from "@agent-operations/contract"
import type { App } from "@agent-operations/contract/apps"
import type { Scorer } from "@agent-operations/contract/scorers"

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

export type PinnedApp = PinnedContent<App["source"], App["settings"]>
export type PinnedScorer = PinnedContent<Scorer["source"], Scorer["settings"]>

/** Whose results are carried over, and which of them. Law: F3. */
export interface Basis {
  readonly runId: string
  readonly carry: "succeeded" | "outputs"
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
  readonly basis: Basis | null
  /** What is given to an app that is called once, without a dataset. */
  readonly call: { readonly input: unknown; readonly expected: unknown } | null
  /** When the run was created, in milliseconds since 1970: where the clock of code stands. Law: S3. */
  readonly createdAt: number
}
