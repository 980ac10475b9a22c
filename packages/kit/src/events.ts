import { DefinitionEvents, type DefinitionEvent, type SubscriptionOptions } from "@agent-operations/revision-store"
import { Effect } from "effect"

/** A change of a definition, once it is committed. It has no content: read what you need. */
export interface DefinitionChanged extends Omit<DefinitionEvent, "tenant" | "project"> {
  readonly organizationId: string
  readonly projectId: string
}

/** Handles a change. If it throws, rejects or takes too long, the change is delivered again later. */
export type DefinitionChangedHandler = (
  event: DefinitionChanged,
  /** Aborts where the handler took too long, or the kit is closed. */
  signal: AbortSignal
) => unknown

/** A running subscription. */
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

/** For hosts in JavaScript: a subscription that nobody handles would keep its events for ever. */
const faultOf = (event: unknown, handler: unknown, options: Partial<SubscriptionOptions> | undefined) => {
  if (event !== "definition.changed") return 'the one event is "definition.changed"'
  if (typeof handler !== "function") return "it needs a function that is told of each change"
  return typeof options?.name === "string" ? undefined : 'it needs a name, such as { name: "search-index" }'
}

/** `on` of a kit. */
export const subscriber =
  (run: Run) =>
  async (
    event: "definition.changed",
    handler: DefinitionChangedHandler,
    options: SubscriptionOptions
  ): Promise<Subscription> => {
    const fault = faultOf(event, handler, options)
    if (fault !== undefined) throw new TypeError(`kit.on cannot subscribe: ${fault}.`)
    return run(
      DefinitionEvents.use((events) =>
        Effect.map(events.subscribe(options, told(handler)), ({ stop }) => ({
          stop: () => run(stop),
          remove: () => run(events.unsubscribe(options.name))
        }))
      )
    )
  }
