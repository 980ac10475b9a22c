import { readFile } from "node:fs/promises"
import { makeDecoder } from "@agent-operations/contract/decode"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { OwnPrices, type TracesOptions } from "@agent-operations/traces"
import { Effect, Option, Result } from "effect"
import type { Settings } from "./settings.ts"
import { StartError } from "./StartError.ts"

const decode = makeDecoder(OwnPrices)

const hint =
  'It must be JSON such as {"models": [{"model": "acme-*", "input": 0.5, "output": 1.5}]}, in US dollars per million tokens.'

const bad = (file: string, why: string) => new StartError({ message: `TRACE_PRICES: ${file} ${why}`, hint })

const readPrices = Effect.fnUntraced(function* (file: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (error) => bad(file, `cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  })
  const json = yield* Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (error) => bad(file, `is not JSON: ${(error as SyntaxError).message.replaceAll(/\s+/g, " ")}`)
  })
  const decoded = decode(json)
  if (Result.isSuccess(decoded)) return decoded.success
  const [{ path, message }] = decoded.failure as [(typeof decoded.failure)[number]]
  return yield* bad(file, `is wrong at ${pointerOf(path) || "its root"}: ${message}.`)
})

/** How traces are kept, as the settings have it; with what the file of an operator's own prices says. */
export const readTracesOptions = Effect.fnUntraced(function* (settings: Settings) {
  const prices = Option.getOrUndefined(settings.TRACE_PRICES)
  return {
    retention: Option.getOrUndefined(settings.TRACE_RETENTION),
    idle: settings.TRACE_IDLE,
    prices: prices === undefined ? undefined : yield* readPrices(prices)
  } satisfies TracesOptions
})
