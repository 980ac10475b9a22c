import type { IncomingMessage, ServerResponse } from "node:http"

const usage = {
  prompt_tokens: 120,
  completion_tokens: 30,
  total_tokens: 150,
  prompt_tokens_details: { cached_tokens: 100 }
}
const base = { id: "chatcmpl-1", created: 1_700_000_000, model: "gpt-4o-mini-2024-07-18" }

interface Asked {
  readonly stream?: boolean
  readonly tools?: ReadonlyArray<unknown>
  readonly messages?: ReadonlyArray<{ readonly role: string }>
}

/** Asked with tools it calls one, and answers once it has the result. */
const messageFor = ({ tools = [], messages = [] }: Asked) =>
  tools.length > 0 && messages.at(-1)?.role !== "tool"
    ? {
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }]
        }
      }
    : { finish_reason: "stop", message: { role: "assistant", content: "It is 12 °C in Oslo." } }

const sendJson = (response: ServerResponse, body: unknown) => {
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify(body))
}

const stream = (response: ServerResponse) => {
  response.setHeader("content-type", "text/event-stream")
  const chunk = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`
  response.write(chunk({ role: "assistant", content: "It is " }, null))
  response.write(chunk({ content: "12 °C." }, null))
  response.write(chunk({}, "stop"))
  response.write(`data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", choices: [], usage })}\n\n`)
  response.end("data: [DONE]\n\n")
}

/** Answers as OpenAI's API does: chat completions, at once or as a stream, and embeddings. False for other paths. */
export const answerAsOpenAi = (request: IncomingMessage, body: Buffer, response: ServerResponse): boolean => {
  if (request.url === "/openai/embeddings") {
    const data = [{ object: "embedding", index: 0, embedding: [0.1, 0.2] }]
    const model = "text-embedding-3-small"
    sendJson(response, { object: "list", model, data, usage: { prompt_tokens: 8, total_tokens: 8 } })
    return true
  }
  if (request.url !== "/openai/chat/completions") return false
  const asked: Asked = JSON.parse(body.toString("utf8"))
  if (asked.stream === true) stream(response)
  else sendJson(response, { ...base, object: "chat.completion", choices: [{ index: 0, ...messageFor(asked) }], usage })
  return true
}
