/** How many items are looked at in a step. */
export const itemsOfStep = 500

/** Goes through steps to what they return, at once. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
