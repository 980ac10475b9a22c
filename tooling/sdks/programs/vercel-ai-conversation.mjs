// Text with a tool, a stream and an embedding.
import { createOpenAI } from "@ai-sdk/openai"
import { embed, generateText, stepCountIs, streamText, tool } from "ai"
import { z } from "zod"

const openai = createOpenAI({ apiKey: "none", baseURL: process.env.OPENAI_BASE_URL })
const telemetry = { isEnabled: true, functionId: "support" }
const weather = tool({
  description: "The weather of a city",
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, celsius: 12 })
})

export const converse = async () => {
  const model = openai.chat("gpt-4o-mini")
  const prompt = "How warm is it in Oslo?"
  await generateText({ model, prompt, tools: { weather }, stopWhen: stepCountIs(2), telemetry })
  await streamText({ model, prompt, telemetry }).consumeStream()
  await embed({ model: openai.embedding("text-embedding-3-small"), value: "Oslo", telemetry })
}
