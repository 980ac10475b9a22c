// OpenLLMetry: a workflow, a task and a tool, with the openai package instrumented.
import * as traceloop from "@traceloop/node-server-sdk"
import OpenAI from "openai"
import { ask } from "./conversation.mjs"

traceloop.initialize({
  appName: "recorded",
  baseUrl: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
  apiKey: "none",
  silenceInitializationMessage: true,
  instrumentModules: { openAI: OpenAI }
})
const client = new OpenAI({ apiKey: "none" })
await traceloop.withAssociationProperties({ user_id: "usr_ada", session_id: "ses_1" }, () =>
  traceloop.withWorkflow({ name: "support" }, async () => {
    await traceloop.withTool({ name: "weather" }, async (city) => ({ city, celsius: 12 }), "Oslo")
    return traceloop.withTask({ name: "reply" }, (question) => ask(client, question), "How warm is it in Oslo?")
  })
)
await traceloop.forceFlush()
