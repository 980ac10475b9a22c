import type { Convention } from "../convention.ts"

/** What OpenLLMetry sends beside `gen_ai.*`. */
export const traceloop: Convention = {
  name: "traceloop",
  roots: ["traceloop"],
  type: {
    key: "traceloop.span.kind",
    values: { workflow: "chain", task: "chain", agent: "agent", tool: "tool" }
  },
  fields: {
    input: [{ json: "traceloop.entity.input" }],
    output: [{ json: "traceloop.entity.output" }],
    userId: ["traceloop.association.properties.user_id"],
    sessionId: ["traceloop.association.properties.session_id"],
    metadata: [{ below: "traceloop.association.properties" }]
  }
}
