import type { Operation } from "@agent-operations/contract"
import {
  catalogue,
  type Code,
  codes,
  type ErrorEnvelope,
  envelopeSchema,
  statuses
} from "@agent-operations/error-envelope"
import { Result, Schema } from "effect"
import { expect } from "./Broken.ts"
import { areDetailsOf, isTold } from "./details.ts"
import { parseJson } from "./json.ts"
import { type Received, retryAfterOf, type Send } from "./transport.ts"

/** An answer to an operation, read completely. */
export interface Answer extends Received {
  /** What an operation answered; undefined for an error. */
  readonly data: unknown
  readonly error: ErrorEnvelope["error"] | undefined
}

/** What was sent and answered, for the history of a failure. */
export interface Exchange {
  readonly sent: string
  readonly answered: string
}

/** What to send beside, or in place of, a client's own. Undefined leaves a header out. */
export interface Extra {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly query?: string | undefined
  /** Whether it may be sent again where no answer came: what only reads may, and what has to be refused. */
  readonly repeatable?: boolean | undefined
}

/** Calls operations of the target with one credential, in one project. */
export interface Client {
  /** Sends an input, or a body as text or bytes, to an operation. Every answer is held to E1, E2 and C2. */
  readonly call: (operation: string, input: unknown, extra?: Extra) => Promise<Answer>
  /** The same, but that a result is not held to the contract: for inputs that are beyond it. */
  readonly callOpen: Client["call"]
  /** The result of a call that must succeed. */
  readonly ok: <T = Definition>(operation: string, input: unknown) => Promise<T>
}

/** What the checks look at of a definition. */
export interface Definition {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly revision: number
  readonly settings: unknown
  readonly references: unknown
  readonly origin: unknown
}

const isEnvelope = Schema.is(envelopeSchema())
const decoders = new WeakMap<Operation.Any, (value: unknown) => Result.Result<unknown, unknown>>()
const decoderOf = (operation: Operation.Any) => {
  const known = decoders.get(operation)
  if (known !== undefined) return known
  const decode = Schema.decodeUnknownResult(operation.result as Schema.Codec<unknown>, { onExcessProperty: "error" })
  decoders.set(operation, decode)
  return decode
}

/** Holds an answer to what every answer has to be. Laws: E1, E2, C2. */
export const readAnswer = (
  operation: string,
  found: Operation.Any | undefined,
  { status, headers, text }: Received
): Answer => {
  const shown = `${operation} answered ${status} ${text.slice(0, 300)}`
  expect("E1", (headers.get("x-request-id") ?? "") !== "", `${shown}: no x-request-id`)
  expect("E1", headers.get("content-type")?.startsWith("application/json") === true, `${shown}: not as JSON`)
  const body = parseJson(text)
  expect("E1", typeof body === "object" && body !== null, `${shown}: no JSON object`)
  if (status === 200) {
    expect("E1", "data" in body && Object.keys(body).length === 1, `${shown}: not {"data": …}`)
    if (found !== undefined) {
      const decoded = decoderOf(found)(body.data)
      expect("C2", Result.isSuccess(decoded), `${shown}: ${String(Result.isFailure(decoded) ? decoded.failure : "")}`)
    }
    return { status, headers, text, data: body.data, error: undefined }
  }
  expect("E1", (statuses as ReadonlyArray<number>).includes(status), `${shown}: a status that is not in the list`)
  expect("E1", isEnvelope(body), `${shown}: not the envelope`)
  const { error, ...beside } = body as ErrorEnvelope
  const { code: _, message, hint, details, ...more } = error
  const extra = [...Object.keys(beside), ...Object.keys(more)]
  expect("E1", extra.length === 0, `${shown}: ${extra.join(", ")} is no member of the envelope`)
  expect("E1", isTold(message) && isTold(hint), `${shown}: its message or hint tells nothing, or of the inside`)
  expect("E1", areDetailsOf(error.code, details), `${shown}: not the details of ${error.code}`)
  expect(
    "E2",
    codes.includes(error.code) && catalogue[error.code].status === status,
    `${shown}: ${error.code} is not ${status}`
  )
  if (error.code === "UNAVAILABLE")
    expect("E1", retryAfterOf({ headers }) !== undefined, `${shown}: no Retry-After says when to come back`)
  return { status, headers, text, data: undefined, error }
}

/** What nobody may be shown of a credential: of an API key its secret, and of any other all. */
const secretOf = (key: string): string => /^aok_[0-9a-z]{26}_([\w-]{43})/.exec(key)?.[1] ?? key

const cut = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text)

/** Calls the operations that `find` knows with a credential, and notes what was sent and answered. */
export const makeClient = (
  find: (operation: string) => Operation.Any | undefined,
  send: Send,
  { key, projectId }: { readonly key: string; readonly projectId: string },
  note: (exchange: Exchange) => void,
  met: (operation: string, answer: Answer) => void = () => {}
): Client => {
  const calling = async (
    operation: string,
    input: unknown,
    { headers = {}, query = "", repeatable }: Extra,
    contract: Operation.Any | undefined
  ) => {
    const all = {
      authorization: `Bearer ${key}`,
      "x-project-id": projectId,
      "content-type": "application/json",
      ...headers
    }
    const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const body = typeof input === "string" || input instanceof Uint8Array ? input : JSON.stringify(input)
    const sent = `${operation}${query} ${typeof body === "string" ? cut(body) : `${body.length} bytes`}`
    const found = find(operation)
    const received = await send({
      path: `/api/agent/${operation}${query}`,
      headers: Object.fromEntries(kept),
      body,
      repeatable: repeatable ?? (found === undefined || found.effect === "read")
    })
    note({ sent, answered: `${received.status} ${cut(received.text)}` })
    // No answer may show the secret that asked for it. Law: A4.
    const told = [received.text, ...[...received.headers].map(([, value]) => value)]
    const secret = secretOf(key)
    expect("A4", !told.some((text) => text.includes(secret)), `${operation} answered with the credential in it`)
    const answer = readAnswer(operation, contract, received)
    if (found !== undefined) met(operation, answer)
    return answer
  }
  const call: Client["call"] = (operation, input, extra = {}) => calling(operation, input, extra, find(operation))
  return {
    call,
    callOpen: (operation, input, extra = {}) => calling(operation, input, extra, undefined),
    ok: async <T>(operation: string, input: unknown) => {
      const { status, text, data } = await call(operation, input)
      expect("C2", status === 200, `${operation} answered ${status} ${text.slice(0, 300)}, where it has to succeed`)
      return data as T
    }
  }
}

/** The places that an error says are wrong, as JSON Pointers. */
export const issuePathsOf = (error: Answer["error"]): ReadonlyArray<string> => {
  const { issues = [] } = (error?.details ?? {}) as { readonly issues?: ReadonlyArray<{ readonly path: string }> }
  return issues.map(({ path }) => path)
}

/** Fails with a law unless an answer is an error with a code. */
export const expectCode = (law: Parameters<typeof expect>[0], answer: Answer, code: Code, what: string): void =>
  expect(law, answer.error?.code === code, `${what}: ${answer.status} ${answer.text.slice(0, 300)} instead of ${code}`)
