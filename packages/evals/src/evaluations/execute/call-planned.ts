import { Egress } from "@agent-operations/egress"
import { inTurns } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import { callApp, callModelApp, callSample, type CallTarget } from "../../apps/index.ts"
import type { Invocation, Space } from "../../runs/index.ts"
import { Secrets } from "../../secrets/index.ts"
import { modelKey, type PinnedApp, type Plan } from "../plan/plan.ts"
import { makeOpenConnection } from "./open-connection.ts"
import { refusedCall } from "./refused-call.ts"
import { tellingBy } from "./variables.ts"

type SourceOf<T extends PinnedApp["source"]["type"]> = Extract<PinnedApp["source"], { readonly type: T }>

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
    input: unknown
  ) {
    const opened = yield* Effect.result(secrets.open({ ...space, owner: id }))
    if (Result.isSuccess(opened)) {
      const call = { app: { id, revision }, source, settings, target, input, secrets: opened.success }
      return yield* Effect.provideService(callApp(call), Egress, egress)
    }
    // A database that is away comes back; a secret that can't be read needs its key.
    return refusedCall("APP_ERROR", "The secrets of the app can't be read.", {
      retryable: opened.failure._tag !== "SecretNotReadable"
    })
  })

  const byModel = Effect.fnUntraced(function* (
    space: Space,
    { models }: Plan,
    app: PinnedApp,
    source: SourceOf<"model">,
    target: CallTarget,
    input: unknown,
    maxBytes: number
  ) {
    const { prompt, connection: pinned } = models[modelKey(app)]!
    const told = yield* inTurns(tellingBy(prompt)(input))
    if (Result.isFailure(told)) return refusedCall("PROMPT_INVALID", told.failure)
    const messages = told.success
    if (Buffer.byteLength(JSON.stringify(messages)) > maxBytes) {
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
    plan: Plan,
    app: PinnedApp,
    target: CallTarget,
    input: unknown,
    maxBytes = Infinity
  ): Effect.Effect<Invocation> => {
    const { source } = app
    switch (source.type) {
      case "sample":
        return callSample(source.behaviour, input, target)
      case "http":
        return overHttp(space, app, source, target, input)
      case "model":
        return byModel(space, plan, app, source, target, input, maxBytes)
    }
  }
})
