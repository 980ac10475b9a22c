import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { AppSource } from "./source.ts"

const between = (minimum: number, maximum: number, initial: number, description: string) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))
    .annotateKey({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(initial)))

/** How an app is called. Everything has a default. */
const AppSettings = Schema.Struct({
  timeoutMs: between(1000, 600_000, 60_000, "How long a call may take, in milliseconds."),
  maxConcurrency: between(1, 100, 10, "How many calls may run at once, over all processes of the server."),
  ratePerMinute: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })))
    .annotateKey({ description: "How many calls may start per minute; null for no limit." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  maxAttempts: between(1, 5, 3, "How often a target is tried before it fails."),
  onLost: Schema.Literals(["retry", "fail"])
    .annotateKey({ description: "Whether to retry or fail a target whose attempt was lost because its process died." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("retry" as const))),
  microsPerInvocation: between(
    0,
    1_000_000_000_000,
    0,
    "What a call costs, in micro-units of the organization's currency."
  ),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({
  identifier: "AppSettings",
  description: "How the app is called: time limits, concurrency, retries and cost."
})

/** A shared definition of an agent, or of another program, that can be called. */
export const App = kind({
  name: "app",
  prefix: "ap",
  createVerb: "register",
  scopes: { read: "apps:read", write: "apps:write" },
  mayReference: ["prompt"],
  source: AppSource,
  settings: AppSettings,
  example: {
    id: "ap_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Support agent",
    description: "Answers customers, behind an endpoint of ours.",
    source: {
      type: "http",
      url: "https://agent.example.com/run",
      streaming: "none",
      outputPointer: "/output",
      headers: { authorization: { secret: "token" } }
    },
    settings: {
      timeoutMs: 60_000,
      maxConcurrency: 10,
      ratePerMinute: null,
      maxAttempts: 3,
      onLost: "retry",
      microsPerInvocation: 2000,
      extra: {}
    },
    references: {}
  }
})
export type App = typeof App.Definition.Type
