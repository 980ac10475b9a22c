import { Egress } from "@agent-operations/egress"
import { startSampleApps } from "@agent-operations/sample-apps"
import { Effect, Redacted } from "effect"
import { type AppCall, callApp, type CallTarget } from "../../src/apps/call/index.ts"

/** An attempt at a target. */
export const attempt = (number = 1, id = "evt_1"): CallTarget => ({
  id,
  runId: "evr_1",
  itemId: "di_1",
  repetition: 1,
  attempt: number,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: `00000000000000${String(number).padStart(2, "0")}`
})

/** A secret that signs, and one that a header has. */
export const secrets = {
  signing: Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
  token: Redacted.make('Bearer s3cret-"x7Qf"')
}

/** Sample apps, and calls of them. */
export const sampled = Effect.gen(function* () {
  const apps = yield* Effect.acquireRelease(Effect.promise(startSampleApps), ({ close }) => Effect.promise(close))
  const callOf = (behaviour: Parameters<typeof apps.url>[0], changed: Partial<AppCall> = {}): AppCall => ({
    app: { id: "ap_1", revision: 3 },
    source: { type: "http", url: apps.url(behaviour), streaming: "none", outputPointer: "/output", headers: {} },
    settings: { timeoutMs: 20_000, microsPerInvocation: 40 },
    target: attempt(),
    input: '{"question":"Where?"}',
    secrets: new Map(),
    ...changed
  })
  const call = (behaviour: Parameters<typeof apps.url>[0], changed?: Partial<AppCall>) =>
    Effect.provide(callApp(callOf(behaviour, changed)), Egress.layer({ allow: [apps.origin] }))
  return { apps, call, callOf }
})
