import { Egress } from "@agent-operations/egress"
import { inTurns, parsedJson } from "@agent-operations/operations"
import type { FrozenPrompt } from "@agent-operations/prompts"
import { Effect, Result } from "effect"
import { callApp, callModelApp, callSample, type CallTarget } from "../../apps/index.ts"
import { fewAtOnce } from "../../few-at-once.ts"
import type { Invocation, Space } from "../../runs/index.ts"
import { Secrets } from "../../secrets/index.ts"
import { modelKey, type PinnedApp, type ReadPlan } from "../plan/plan.ts"
import { makeOpenConnection } from "./open-connection.ts"
import { refusedCall } from "./refused-call.ts"
import { tellingBy } from "./variables.ts"

type SourceOf<T extends PinnedApp["source"]["type"]> = Extract<PinnedApp["source"], { readonly type: T }>

/** What an app is called with: JSON text, and how it is parsed by who needs its value. */
export interface CallInput {
  readonly text: string
  readonly value: () => Generator<void, unknown>
}

/** What an app is called with by JSON text alone. */
export const inputOf = (text: string): CallInput => ({ text, value: () => parsedJson(text) })

/** What a model is told of an input, as JSON text: what it is parsed to is nobody's while the model is waited for. Law: K3. */
const tellingOf = (prompt: FrozenPrompt, { text, value }: CallInput) =>
  fewAtOnce(
    text.length,
    Effect.suspend(() => inTurns(telling(prompt, value)))
  )

function* telling(prompt: FrozenPrompt, value: CallInput["value"]) {
  return Result.map(yield* tellingBy(prompt)(yield* value()), (messages) => JSON.stringify(messages))
}

/** Calls a pinned app once, whatever it is. Laws: G1 to G3. */
export const makeCallPlanned = Effect.gen(function* () {
  const secrets = yield* Secrets
  const egress = yield* Egress
  const openConnection = yield* makeOpenConnection

  const overHttp = Effect.fnUntraced(function* (
    space: Space,
    { id, revision, settings }: PinnedApp,
    source: SourceOf<"http">,
    target: CallTarget,
    input: CallInput
  ) {
    const opened = yield* Effect.result(secrets.open({ ...space, owner: id }))
    if (Result.isSuccess(opened)) {
      const call = { app: { id, revision }, source, settings, target, input: input.text, secrets: opened.success }
      return yield* Effect.provideService(callApp(call), Egress, egress)
    }
    // A database that is away comes back; a secret that can't be read needs its key.
    return refusedCall("APP_ERROR", "The secrets of the app can't be read.", {
      retryable: opened.failure._tag !== "SecretNotReadable"
    })
  })

  const byModel = Effect.fnUntraced(function* (
    space: Space,
    { models }: ReadPlan,
    app: PinnedApp,
    source: SourceOf<"model">,
    target: CallTarget,
    input: CallInput,
    maxBytes: number
  ) {
    const { prompt, connection: pinned } = models[modelKey(app)]!
    const told = yield* tellingOf(prompt, input)
    if (Result.isFailure(told)) return refusedCall("PROMPT_INVALID", told.failure)
    const messages = told.success
    if (Buffer.byteLength(messages) > maxBytes) {
      return refusedCall(
        "PROMPT_INVALID",
        `What the model is told is over ${maxBytes} bytes: have its prompt take less.`
      )
    }
    const connection = yield* openConnection(space, pinned)
    if (typeof connection === "string") return refusedCall("APP_ERROR", connection)
    const { model, maxOutputTokens, parameters } = source
    const { timeoutMs } = app.settings
    const request = { connection, model, messages, maxOutputTokens, parameters, timeoutMs, target }
    return yield* Effect.provideService(callModelApp(request, app.settings), Egress, egress)
  })

  /** A model is told `maxBytes` of JSON at most. */
  return (
    space: Space,
    plan: ReadPlan,
    app: PinnedApp,
    target: CallTarget,
    input: CallInput,
    maxBytes = Infinity
  ): Effect.Effect<Invocation> => {
    const { source } = app
    switch (source.type) {
      case "sample":
        return callSample(source.behaviour, input.text, target)
      case "http":
        return overHttp(space, app, source, target, input)
      case "model":
        return byModel(space, plan, app, source, target, input, maxBytes)
    }
  }
})
