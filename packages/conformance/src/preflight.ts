import { type Family, type Operation, viewFamilies } from "@agent-operations/contract"
import {
  type Credential,
  type Obstacle,
  type Seen,
  timeoutMillis,
  unreachable,
  type Use,
  wrongAddress,
  wrongCredential
} from "./obstacles.ts"
import { type Served, servedOf } from "./served.ts"
import type { Target } from "./target.ts"

const parse = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Calls an operation, and reads no more of the answer than which way it went. */
const ask = async (
  target: Target,
  operation: string,
  input: unknown,
  { key, projectId }: Credential
): Promise<Seen> => {
  const { fetch = globalThis.fetch } = target
  const response = await fetch(
    new Request(`${target.url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMillis)
    })
  )
  const text = await response.text()
  const body = parse(text)
  const error = body?.["error"]
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined
  const { status, headers } = response
  return { status, headers, text, code, isAnswer: code !== undefined || body?.["data"] !== undefined }
}

const usesOf = (target: Target, { scopes }: Served): ReadonlyArray<Use> => {
  const { all, read } = scopes
  const own = { keyOption: "--key", projectOption: "--project", key: target.key, projectId: target.projectId }
  const { readOnlyKey, otherProjectId, foreign } = target
  return [
    { ...own, scopes: all },
    ...(readOnlyKey === undefined ? [] : [{ ...own, key: readOnlyKey, keyOption: "--read-only-key", scopes: read }]),
    ...(otherProjectId === undefined
      ? []
      : [{ ...own, projectId: otherProjectId, projectOption: "--other-project", scopes: all }]),
    ...(foreign === undefined
      ? []
      : [{ ...foreign, keyOption: "--foreign-key", projectOption: "--foreign-project", scopes: all }])
  ]
}

interface Probe {
  readonly operation: Operation.Any
  readonly input: unknown
}

/** The operation that is called first: one that changes nothing, or else an input that no operation takes. */
const probeOf = ({ aboutOf, operations }: Served): Probe => {
  const list = operations.find((operation) => aboutOf(operation)?.verb === "list")
  if (list !== undefined) return { operation: list, input: { limit: 1 } }
  const operation = operations.find(({ effect }) => effect === "read") ?? operations[0]!
  return { operation, input: operation.effect === "read" ? operation.example.input : [] }
}

/** Whether an answer shows that the operation is there and the credential was let in. */
const isLetIn = ({ code, isAnswer }: Seen, { operation, input }: Probe) =>
  isAnswer &&
  (code === undefined ||
    (code !== "NOT_FOUND" && operation.errors.some((own) => own === code)) ||
    (code === "VALIDATION_ERROR" && Array.isArray(input)))

/** The first operation for each scope that a credential is to hold. */
const askingFor = (scopes: ReadonlyArray<string>, { operations }: Served): ReadonlyArray<Operation.Any> => {
  const asked = new Set<string>()
  return operations.filter((operation) => {
    const isNew = operation.scopes.some((scope) => !asked.has(scope))
    if (!isNew || !operation.scopes.every((scope) => scopes.includes(scope))) return false
    for (const scope of operation.scopes) asked.add(scope)
    return true
  })
}

const tryUse = async (target: Target, use: Use, served: Served): Promise<Obstacle | undefined> => {
  const probe = probeOf(served)
  const { id } = probe.operation
  const seen = await ask(target, id, probe.input, use)
  const wrong = isLetIn(seen, probe) ? undefined : (wrongAddress(target.url, id, seen) ?? wrongCredential(seen, use))
  if (wrong !== undefined) return wrong
  for (const operation of askingFor(use.scopes, served)) {
    // Scopes are asked for before the input, which no operation takes: nothing is done.
    const answer = await ask(target, operation.id, [], use)
    if (answer.code === "MISSING_SCOPE") return wrongCredential(answer, use)
  }
  return undefined
}

/**
 * Finds out whether a target can be checked at all: that its server answers, that it is one of Agent Operations, and that
 * it accepts the credentials, with their projects and scopes. Undefined where it can.
 *
 * @example
 * const obstacle = await preflight(target)
 * if (obstacle !== undefined) console.error(`${obstacle.message}\n${obstacle.advice}`)
 */
export const preflight = async (
  target: Target,
  families: ReadonlyArray<Family.Any> = viewFamilies
): Promise<Obstacle | undefined> => {
  const served = servedOf(families)
  if (!/^https?:$/.test(URL.parse(target.url)?.protocol ?? "")) {
    return { message: `${target.url} is no address of a server.`, advice: "Write it as http://localhost:4400." }
  }
  for (const use of usesOf(target, served)) {
    const unsendable = [use.key, use.projectId].find((value) => !/^[\x20-\x7e]+$/.test(value) || value !== value.trim())
    if (unsendable !== undefined) {
      return {
        message: `What ${unsendable === use.key ? use.keyOption : use.projectOption} names can't be sent in a header.`,
        advice: "Check for spaces, line ends and quotes that came along with it."
      }
    }
    try {
      const obstacle = await tryUse(target, use, served)
      if (obstacle !== undefined) return obstacle
    } catch (error) {
      return unreachable(target.url, error)
    }
  }
  return undefined
}
