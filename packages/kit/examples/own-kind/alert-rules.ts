import { kind, operation } from "@agent-operations/contract"
import { definitions, family, implement } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Schema } from "effect"

/** A kind of this product's own: the eleven operations, history, references and pages come with it. */
export const AlertRule = kind({
  name: "alert_rule",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: ["custom_field"],
  source: Schema.Union([
    Schema.Struct({ type: Schema.Literal("metric"), metric: Schema.Literals(["errors", "latency"]) }),
    Schema.Struct({ type: Schema.Literal("field"), alias: Schema.String })
  ]),
  settings: Schema.Struct({
    above: Schema.Finite.annotate({ description: "The value from which on it alerts." }),
    minutes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    notify: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
  }),
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Too many errors",
    description: "Wakes whoever is on call.",
    source: { type: "metric", metric: "errors" },
    settings: { above: 5, minutes: 10, notify: ["on-call"] },
    references: {}
  }
})

/** An operation of this product's own. */
const testAlert = operation({
  id: "test_alert",
  summary: "Send a test alert",
  description: "Sends a test alert to one of the channels, and tells how many people it reached.",
  scopes: ["alerts:write"],
  effect: "write",
  input: Schema.Struct({ channel: Schema.String }),
  result: Schema.Struct({ reached: Schema.Int }),
  errors: [],
  example: { input: { channel: "on-call" }, result: { reached: 2 } }
})

const scopes = {
  "alerts:read": "Read alert rules and their history.",
  "alerts:write": "Change alert rules, and send test alerts."
}

/** What the product serves, and what conformance holds it to. */
export const families = [
  views(),
  definitions(AlertRule, {
    scopes,
    validate: ({ source, references }) =>
      source.type === "field" && !(source.alias in references)
        ? [{ path: "/source/alias", message: `No reference has the alias ${source.alias}.` }]
        : []
  }),
  family("alerts", [implement(testAlert, ({ channel }) => ({ reached: channel === "on-call" ? 2 : 0 }))], { scopes })
] as const
