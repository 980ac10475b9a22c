import { type AgentError, toAnswer } from "@agent-operations/error-envelope"
import type { AgentAnswer } from "../exchange.ts"

/** An answer whose body is text. */
export type TextAnswer = AgentAnswer & { readonly body: string }

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

/** An answer whose body is JSON already. */
export const okJson = (body: string): TextAnswer => ({ status: 200, headers, body })

export const ok = (value: unknown): TextAnswer => okJson(JSON.stringify(value))

export const failed = (error: AgentError): TextAnswer => {
  const { status, headers: own, body } = toAnswer(error)
  return { status, headers: { ...headers, ...own }, body: JSON.stringify(body) }
}
