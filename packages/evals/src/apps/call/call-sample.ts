import type { App } from "@agent-operations/contract/apps"
import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { CallTarget } from "./call-app.ts"
import { capitals } from "./capitals.ts"
import type { CallResult } from "./result.ts"

type Behaviour = Extract<App["source"], { readonly type: "sample" }>["behaviour"]

const output = (value: unknown): CallResult => ({
  _tag: "Output",
  output: JSON.stringify(value),
  exchange: "{}",
  httpStatus: null,
  spentMicros: 0n
})

const failed = (message: string, retryable: boolean): CallResult => ({
  _tag: "Failed",
  errorCode: "APP_ERROR",
  message,
  exchange: "{}",
  httpStatus: null,
  retryable,
  retryAfterMs: retryable ? 0 : null,
  spentMicros: 0n,
  assumed: false
})

/** The country that an input names, wherever it does. */
const countryIn = (input: unknown): string | undefined => {
  const text = JSON.stringify(input)
  return Object.keys(capitals).find((country) => text.includes(country))
}

const capitalOf = (input: unknown, knows: (country: string) => boolean): CallResult => {
  const country = countryIn(input)
  return output(country !== undefined && knows(country) ? capitals[country] : "I don't know.")
}

/** A number that is the same for all attempts of a target. */
const spread = ({ itemId, repetition }: CallTarget) =>
  [...`${itemId}/${repetition}`].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 997, 7)

const behaviours: { readonly [B in Behaviour]: (input: unknown, target: CallTarget) => Effect.Effect<CallResult> } = {
  echo: (input) => Effect.succeed(output(input)),
  capitals: (input) => Effect.succeed(capitalOf(input, () => true)),
  some_capitals: (input) => Effect.succeed(capitalOf(input, (country) => country.length % 3 !== 0)),
  slow: (input) => Effect.delay(Effect.succeed(output(input)), "500 millis"),
  flaky: (input, target) =>
    Effect.succeed(
      target.attempt === 1 && spread(target) % 3 === 0
        ? failed("Try again: this is the first attempt.", true)
        : output(input)
    ),
  failing: () => Effect.succeed(failed("This sample always fails.", false))
}

/** Answers an input, which is JSON text, as a sample app does: in this process, without network or cost. */
export const callSample = (behaviour: Behaviour, input: string, target: CallTarget): Effect.Effect<CallResult> =>
  Effect.flatMap(
    Effect.suspend(() => inTurns(parsedJson(input))),
    (value) => behaviours[behaviour](value, target)
  )
