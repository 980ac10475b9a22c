import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { AppSource } from "./source.ts"

const between = (minimum: number, maximum: number, initial: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum })).pipe(Schema.withDecodingDefaultKey(Effect.succeed(initial)))

/** How an app is called. Everything has a default. */
const AppSettings = Schema.Struct({
  timeoutMs: between(1000, 600_000, 60_000),
  maxConcurrency: between(1, 100, 10),
  ratePerMinute: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(null))
  ),
  maxAttempts: between(1, 5, 3),
  onLost: Schema.Literals(["retry", "fail"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("retry" as const))),
  microsPerInvocation: between(0, Number.MAX_SAFE_INTEGER, 0),
  extra: Json.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({
  identifier: "AppSettings",
  description:
    "How long a call may take, how many there are at once over all processes and in a minute, how often it is tried for one " +
    "target, whether it is tried again where an attempt was lost, and what it costs in micro-units."
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
