import { kind } from "@agent-operations/contract"
import { Effect, Schema } from "effect"

/** A kind of a host's own: each sort of field that a form can have. */
export const AlertRule = kind({
  name: "alert_rule",
  plural: "alert_rules",
  title: "alert rule",
  titlePlural: "alert rules",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: ["custom_field"],
  source: Schema.Union([
    Schema.Struct({
      type: Schema.Literal("threshold"),
      metric: Schema.Literals(["error_rate", "latency_p95"]),
      above: Schema.Finite.annotate({ description: "The value from which on it alerts." })
    }).annotate({ description: "A metric that is too high." }),
    Schema.Struct({
      type: Schema.Literal("query"),
      language: Schema.Literal("cel"),
      query: Schema.String.check(Schema.isMaxLength(8192)).annotate({ description: "What must hold of a trace." })
    })
  ]),
  settings: Schema.Struct({
    severity: Schema.Literals(["low", "high"]).annotate({ description: "How loud it is." }),
    windowMinutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    enabled: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
    note: Schema.NullOr(Schema.String.check(Schema.isMaxLength(1000))).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(null))
    ),
    runbook: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
    channels: Schema.Array(Schema.Struct({ to: Schema.String })),
    quiet: Schema.Struct({ weekends: Schema.Boolean, until: Schema.NullOr(Schema.Finite) }),
    labels: Schema.Record(Schema.String, Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
  }),
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Too many errors",
    description: "Errors of the last five minutes.",
    source: { type: "threshold", metric: "error_rate", above: 0.05 },
    settings: {
      severity: "high",
      windowMinutes: 5,
      enabled: true,
      note: null,
      channels: [{ to: "#alerts" }],
      quiet: { weekends: true, until: null },
      labels: {}
    },
    references: {}
  }
})
