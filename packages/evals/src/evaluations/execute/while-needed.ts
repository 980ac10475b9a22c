import { sharedSteps } from "../../shared-steps.ts"

/**
 * Makes a value by steps, once for all who need it at a time, and keeps it for nobody: small values take many times as much
 * memory as the text that they are parsed of, and whoever asks others with them may wait for minutes. Law: K3.
 *
 * @example
 * const values = whileNeeded(() => parsedJson(text))
 * yield* values() // the same for whoever asks meanwhile; parsed anew, once nobody has it
 */
export const whileNeeded = <A extends object>(make: () => Generator<void, A>) => {
  let making: (() => Generator<void, A>) | undefined
  let made: WeakRef<A> | undefined
  return function* (): Generator<void, A> {
    const known = made?.deref()
    if (known !== undefined) return known
    making ??= sharedSteps(make())
    const value = yield* making()
    made = new WeakRef(value)
    making = undefined
    return value
  }
}
