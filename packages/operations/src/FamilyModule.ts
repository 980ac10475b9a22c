import type { Family } from "@agent-operations/contract"
import type { MigrationSet } from "@agent-operations/database"
import type { Layer } from "effect"
import type { ImplementsEach } from "./implement.ts"
import type { Route } from "./routes/route.ts"

/**
 * Families with all that a host needs to serve them: a value for the host's list. `Out` is what their layer provides
 * beside the implementations, `R` what it takes of the host, `E` what it can fail with at the start.
 */
export interface FamilyModule<F extends Family.Any = Family.Any, Out = never, R = unknown, E = never> {
  readonly families: ReadonlyArray<F>
  readonly layer: Layer.Layer<ImplementsEach<F> | Out, E, R>
  /** Their tables, and those of the packages that they are built on. */
  readonly migrations: ReadonlyArray<MigrationSet>
  /** What they serve beside operations. Such a route may take what the layer provides. */
  readonly routes?: ReadonlyArray<Route<Out | R>>
}
