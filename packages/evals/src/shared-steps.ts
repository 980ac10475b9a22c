/**
 * Steps that are gone through once, however many need what they return: each goes on where another was.
 *
 * @example
 * const finder = sharedSteps(makeFinder(forms))
 * yield* finder() // the same for whoever asks
 */
export const sharedSteps = <A>(steps: Generator<void, A>) => {
  let result: { readonly value: A } | undefined
  return function* (): Generator<void, A> {
    while (result === undefined) {
      const step = steps.next()
      if (step.done === true) result = step
      else yield
    }
    return result.value
  }
}
