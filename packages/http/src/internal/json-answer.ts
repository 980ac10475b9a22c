import { type AgentError, toAnswer } from "@agent-operations/error-envelope"
import type { EncodedJson } from "@agent-operations/operations"
import type { AgentAnswer } from "../exchange.ts"
import { charactersAtOnce } from "./bytes-leaving.ts"

/** An answer whose body is text. */
export type TextAnswer = AgentAnswer & { readonly body: string }

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

/** An answer whose body is JSON already. */
const okJson = (body: string): TextAnswer => ({ status: 200, headers, body })

export const ok = (value: unknown): TextAnswer => okJson(JSON.stringify(value))

const [before, behind] = ['{"data":', "}"]

/** What an operation answered. What is long becomes bytes as it leaves. Law: K3. */
export const okData = (encoded: EncodedJson<unknown>): TextAnswer => {
  const characters = before.length + encoded.length + behind.length
  if (characters <= charactersAtOnce) return okJson(`${before}${encoded.text}${behind}`)
  const all = [before, ...encoded.pieces, behind]
  const length = all.reduce((sum, each) => sum + Buffer.byteLength(each), 0)
  return { ...okJson(""), texts: { pieces: all, length, holds: length } }
}

export const failed = (error: AgentError): TextAnswer => {
  const { status, headers: own, body } = toAnswer(error)
  return { status, headers: { ...headers, ...own }, body: JSON.stringify(body) }
}
