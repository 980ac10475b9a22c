import { DefinitionEvents, type DefinitionEvent, type SubscriptionOptions } from "@agent-operations/revision-store"
import { Effect } from "effect"

/** A change of a definition, once it is committed. It has no content: read what you need. */
export interface DefinitionChanged extends Omit<DefinitionEvent, "tenant" | "project"> {
  readonly organizationId: string
  readonly projectId: string
}

/** What a host does of a change. It is told again, later, where this throws, rejects or takes too long. */
export type DefinitionChangedHandler = (
  event: DefinitionChanged,
  /** Aborts where the handler took too long, or the kit is closed. */
  signal: AbortSignal
) => unknown

/** A handler that is told of changes. */
export interface Subscription {
  /** Ends what is told in this process. What changes meanwhile waits for the next handler of the same name. */
  readonly stop: () => Promise<void>
  /** Ends the subscription for all processes, and forgets what it was not told yet. */
  readonly remove: () => Promise<void>
}

type Run = <A, E>(effect: Effect.Effect<A, E, DefinitionEvents>) => Promise<A>

const told =
  (handler: DefinitionChangedHandler) =>
  ({ tenant: organizationId, project: projectId, ...event }: DefinitionEvent) =>
    Effect.tryPromise({
      try: async (signal) => handler({ ...event, organizationId, projectId }, signal),
      catch: (thrown) => thrown
    })

/** `on` of a kit. */
export const subscriber =
  (run: Run) =>
  (_: "definition.changed", handler: DefinitionChangedHandler, options: SubscriptionOptions): Promise<Subscription> =>
    run(
      DefinitionEvents.use((events) =>
        Effect.map(events.subscribe(options, told(handler)), ({ stop }) => ({
          stop: () => run(stop),
          remove: () => run(events.unsubscribe(options.name))
        }))
      )
    )
