import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import { Revision } from "../../definition/primitives.ts"
import { App } from "../apps/kind.ts"
import { RunScorers } from "./create.ts"
import { exampleScorerId, RequestKey } from "./primitives.ts"
import { EvalRun, exampleRun } from "./run.ts"
import { EvalEvidence, exampleEvidence } from "./target.ts"

const exampleInvocation = {
  run: {
    ...exampleRun,
    requestKey: "try-1",
    name: "Support agent",
    series: null,
    pins: { ...exampleRun.pins, dataset: null },
    repetitions: 1,
    counts: { ...exampleRun.counts, total: 1, succeeded: 1 },
    usage: { heldMicros: 0, spentMicros: 2000, assumedMicros: 0 },
    statistics: {},
    baseRunId: null,
    metadata: {}
  },
  target: { ...exampleEvidence, itemId: null, externalId: null, itemFromVersion: null, metadata: {} }
}

/** Calls an app once, as a run of one target. Laws: X1, G3. */
export const invokeApp = operation({
  id: "invoke_app",
  summary: "Call an app",
  description:
    "Calls an app with an input and scores its answer, as a run of one target. It waits up to waitMs for the end. If " +
    "the app takes longer, the target is returned as it is: read it with get_eval_target. The same requestKey with the " +
    "same input does not call the app again.",
  scopes: ["apps:read", "apps:write", "evals:read", "evals:write", "scorers:read"],
  effect: "write",
  incursUsage: true,
  idempotency: "requestKey",
  limits: { deadlineMillis: 30_000, bodyBytes: 2 * 1024 * 1024 },
  input: Schema.Struct({
    requestKey: RequestKey,
    id: App.Id.annotateKey({ description: "ID of the app." }),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision of the app. By default the current one." })
    ),
    input: Json.annotateKey({ description: "What the app is given." }),
    expected: Json.annotateKey({ description: "The answer to expect, for scorers that compare; null for none." }).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(null))
    ),
    scorers: RunScorers.annotateKey({
      description: "The scorers that judge the answer, by the alias that their scores get: at most 32."
    }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
    waitMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 25_000 }))
      .annotateKey({ description: "How long to wait for the answer, in milliseconds." })
      .pipe(Schema.withDecodingDefaultKey(Effect.succeed(10_000)))
  }),
  result: Schema.Struct({
    run: EvalRun.annotateKey({ description: "The run of one target that was created." }),
    target: EvalEvidence.annotateKey({ description: "The target, as it is when the operation returns." })
  }),
  errors: ["USAGE_LIMIT_REACHED", "NOT_FOUND", "REQUEST_KEY_REUSED", "REFERENCE_NOT_FOUND", "UNPRICED", "RATE_LIMITED"],
  hints: { REQUEST_KEY_REUSED: "Send a new requestKey for another call, or the same inputs for the same one." },
  example: {
    input: {
      requestKey: "try-1",
      id: App.example.id,
      input: "What is the capital of France?",
      expected: "Paris",
      scorers: { exact: { id: exampleScorerId } }
    },
    result: exampleInvocation
  }
})
