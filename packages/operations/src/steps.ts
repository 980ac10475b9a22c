/**
 * Goes through steps to what they return, at once: where nobody waits, or it takes no time.
 *
 * @example
 * runSteps(readJson(Buffer.from("[1]"), true)) // Result of { value: [1], inexact: undefined }
 */
export const runSteps = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
