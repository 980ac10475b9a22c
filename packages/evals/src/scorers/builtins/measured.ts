import { type Inputs, memberAt } from "../inputs.ts"
import { type Outcome, raw } from "../model.ts"

const numberAt = (inputs: Inputs, pointer: string): number | undefined => {
  const number = memberAt(inputs, pointer)
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

const notMeasured: Outcome = raw({ value: null, explanation: "It was not measured." })

/** How long the app took. */
export const latency = (inputs: Inputs, { unit }: { readonly unit: "ms" | "s" }): Outcome => {
  const millis = numberAt(inputs, "/trace/durationMs")
  return millis === undefined ? notMeasured : raw({ value: unit === "ms" ? millis : millis / 1000 })
}

/** What the app used. */
export const usage = (
  inputs: Inputs,
  { of }: { readonly of: "micros" | "inputTokens" | "outputTokens" | "totalTokens" }
): Outcome => {
  const used = (name: string) => numberAt(inputs, `/trace/usage/${name}`)
  if (of !== "totalTokens") {
    const value = used(of)
    return value === undefined ? notMeasured : raw({ value })
  }
  const [input, output] = [used("inputTokens"), used("outputTokens")]
  return input === undefined || output === undefined ? notMeasured : raw({ value: input + output })
}
