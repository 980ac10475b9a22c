// OpenInference: its instrumentation of the openai package, below an agent span of its core.
import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai"
import { setSession, setUser, traceAgent, traceTool } from "@arizeai/openinference-core"
import { context } from "@opentelemetry/api"
import OpenAI from "openai"
import { ask } from "./conversation.mjs"
import { start } from "./provider.mjs"

const provider = start()
new OpenAIInstrumentation().manuallyInstrument(OpenAI)

const client = new OpenAI({ apiKey: "none" })
const weather = traceTool(async ({ city }) => ({ city, celsius: 12 }), { name: "weather" })
const agent = traceAgent(
  async (question) => {
    await weather({ city: "Oslo" })
    const answer = await ask(client, question)
    await client.embeddings.create({ model: "text-embedding-3-small", input: question })
    return answer
  },
  { name: "support" }
)

await context.with(setUser(setSession(context.active(), { sessionId: "ses_1" }), { userId: "usr_ada" }), () =>
  agent("How warm is it in Oslo?")
)
await provider.shutdown()
