import { Effect, References } from "effect"

/**
 * A handler in a span of its own where somebody listens to traces, and as it is where nobody does: even a span that goes
 * nowhere costs as much as the rest of a small operation.
 */
export const traced =
  (name: string) =>
  <A, E, R>(handler: (input: unknown) => Effect.Effect<A, E, R>) => {
    const spanned = Effect.fn(name)(handler)
    return (input: unknown): Effect.Effect<A, E, R> =>
      Effect.withFiber((fiber) => (fiber.getRef(References.TracerEnabled) ? spanned(input) : handler(input)))
  }
