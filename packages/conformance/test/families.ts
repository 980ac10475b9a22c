import { definitionFamily, family, Json, kind, operation, viewFamilies } from "@agent-operations/contract"
import { definitions, family as hostFamily, implement } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Schema } from "effect"

const AlertSource = Schema.Struct({
  type: Schema.Literal("threshold"),
  metric: Schema.String.check(Schema.isMaxLength(200))
}).annotate({ identifier: "AlertSource" })

const AlertSettings = Schema.Struct({
  threshold: Schema.Finite,
  channels: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  labels: Schema.Record(Schema.String, Json).pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "AlertSettings" })

/** A host's own kind: as any host would declare it. */
const AlertRule = kind({
  name: "alert_rule",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: ["custom_field"],
  source: AlertSource,
  settings: AlertSettings,
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Slow",
    description: "More than two seconds.",
    source: { type: "threshold", metric: "trace.durationMs" },
    settings: { threshold: 2000, channels: ["#ops"], labels: { team: "ops" } },
    references: {}
  }
})

/** A host's own operation: no verb of a kind, and with an error of its own. */
const echo = operation({
  id: "echo",
  summary: "Answer with the same text",
  description: "Answers with the same text. Silence is NOT_FOUND.",
  scopes: ["system:read"],
  effect: "read",
  input: Schema.Struct({ text: Schema.String }),
  result: Schema.Struct({ text: Schema.String }),
  errors: ["NOT_FOUND"],
  example: { input: { text: "Hello" }, result: { text: "Hello" } }
})

const scopes = { "system:read": "Read how the system is." }

/** What the kit under test serves. */
export const families = [
  ...viewFamilies,
  definitionFamily(AlertRule),
  family("system", { title: "System", scopes, operations: { echo } })
]

/** A host's own validation, of what the schema can't say. */
const validate = ({ settings }: { readonly settings: { readonly threshold: number } }) =>
  settings.threshold < 0 ? [{ path: "/settings/threshold", message: "A threshold is not negative." }] : []

/** The same as a host lists them. */
export const modules = [
  views(),
  definitions(AlertRule, { validate }),
  hostFamily("system", [implement(echo, ({ text }) => ({ text }))], { scopes })
] as const
