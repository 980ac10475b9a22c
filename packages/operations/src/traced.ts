import { Effect, References } from "effect"

/**
 * `Effect.fn` where somebody listens to traces, and `Effect.fnUntraced` where nobody does: even a span that goes nowhere
 * costs as much as the rest of a small operation.
 *
 * @example
 * traced("get_page_view")(function* (input: Input) { … })
 */
export const traced =
  (name: string) =>
  <Args extends ReadonlyArray<unknown>, Eff extends Effect.Effect<unknown, unknown, unknown>, A>(
    body: (...args: Args) => Generator<Eff, A, never>
  ) => {
    const spanned = Effect.fn(name)(body)
    const plain = Effect.fnUntraced(body)
    return (...args: Args) =>
      Effect.withFiber((fiber) => (fiber.getRef(References.TracerEnabled) ? spanned(...args) : plain(...args)))
  }
