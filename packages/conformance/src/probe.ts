import type { Operation } from "@agent-operations/contract"
import { isObject, type JsonObject, parseJson } from "./json.ts"
import type { Served } from "./served.ts"
import type { Received, Sent } from "./transport.ts"

/** What came back of the first calls. */
export interface Seen extends Received {
  /** The code of the error, where it is one in the envelope. */
  readonly code: string | undefined
  /** Whether it is as the answers of operations are. */
  readonly isAnswer: boolean
}

/** A credential, and a project that it is to reach. */
export interface Credential {
  readonly key: string
  readonly projectId: string
}

/** A call that shows whether a server is there and lets a credential in. */
export interface Probe {
  readonly operation: Operation.Any
  readonly input: unknown
}

/** The operation that is called first: one that changes nothing, or else an input that no operation takes. */
export const probeOf = ({ aboutOf, operations }: Served): Probe => {
  const list = operations.find((operation) => aboutOf(operation)?.verb === "list")
  if (list !== undefined) return { operation: list, input: { limit: 1 } }
  const operation = operations.find(({ effect }) => effect === "read") ?? operations[0]!
  return { operation, input: operation.effect === "read" ? operation.example.input : [] }
}

/** What is sent to call an operation. */
export const calling = ({ operation, input }: Probe, { key, projectId }: Credential): Sent => ({
  path: `/api/agent/${operation.id}`,
  headers: { authorization: `Bearer ${key}`, "x-project-id": projectId, "content-type": "application/json" },
  body: JSON.stringify(input),
  repeatable: true
})

/** Reads no more of an answer than which way it went. */
export const seenIn = (received: Received): Seen => {
  const body = parseJson(received.text)
  const { error, data }: JsonObject = isObject(body) ? body : {}
  const code = isObject(error) && "code" in error ? String(error["code"]) : undefined
  return { ...received, code, isAnswer: code !== undefined || data !== undefined }
}

/** Whether an answer shows that the operation is there and the credential was let in. */
export const isLetIn = ({ code, isAnswer }: Seen, { operation, input }: Probe): boolean =>
  isAnswer &&
  (code === undefined ||
    (code !== "NOT_FOUND" && operation.errors.some((own) => own === code)) ||
    (code === "VALIDATION_ERROR" && Array.isArray(input)))
