import * as effectVitest from "@effect/vitest"

export * from "@effect/vitest"

type Layer = typeof effectVitest.layer

/**
 * A layer without a name is built by the first test that needs it, and Stryker would hold a fault in what builds it to that
 * test alone. One with a name is built before all of its tests.
 */
export const layer = ((...given: Parameters<Layer>) => {
  const build = effectVitest.layer(...given)
  return (...args: Parameters<typeof build> | [Parameters<typeof build>[1]]) =>
    args.length === 1 ? build("built before its tests", args[0]) : build(...args)
}) as Layer
