import {
  type Credential,
  type Obstacle,
  probe,
  type Seen,
  timeoutMillis,
  unreachable,
  type Use,
  wrongAddress,
  wrongCredential
} from "./obstacles.ts"
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
const ask = async (target: Target, operation: string, input: object, { key, projectId }: Credential): Promise<Seen> => {
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

const usesOf = (target: Target): ReadonlyArray<Use> => {
  const both = ["views:read", "views:write"]
  const own = { keyOption: "--key", projectOption: "--project", key: target.key, projectId: target.projectId }
  const { readOnlyKey, otherProjectId, foreign } = target
  return [
    { ...own, scopes: both },
    ...(readOnlyKey === undefined
      ? []
      : [{ ...own, key: readOnlyKey, keyOption: "--read-only-key", scopes: ["views:read"] }]),
    ...(otherProjectId === undefined
      ? []
      : [{ ...own, projectId: otherProjectId, projectOption: "--other-project", scopes: both }]),
    ...(foreign === undefined
      ? []
      : [{ ...foreign, keyOption: "--foreign-key", projectOption: "--foreign-project", scopes: both }])
  ]
}

const tryUse = async (target: Target, use: Use): Promise<Obstacle | undefined> => {
  const read = await ask(target, probe, { limit: 1 }, use)
  const wrong = wrongAddress(target.url, read) ?? wrongCredential(read, use)
  if (wrong !== undefined || !use.scopes.includes("views:write")) return wrong
  // Scopes are asked for before the input is looked at, so that nothing is written.
  const write = await ask(target, "create_page_view", {}, use)
  return write.code === "MISSING_SCOPE" ? wrongCredential(write, use) : undefined
}

/**
 * Finds out whether a target can be checked at all: that its server answers, that it is one of Agent Operations, and that
 * it accepts the credentials, with their projects and scopes. Undefined where it can.
 *
 * @example
 * const obstacle = await preflight(target)
 * if (obstacle !== undefined) console.error(`${obstacle.message}\n${obstacle.advice}`)
 */
export const preflight = async (target: Target): Promise<Obstacle | undefined> => {
  if (!/^https?:$/.test(URL.parse(target.url)?.protocol ?? "")) {
    return { message: `${target.url} is no address of a server.`, advice: "Write it as http://localhost:4400." }
  }
  for (const use of usesOf(target)) {
    const unsendable = [use.key, use.projectId].find((value) => !/^[\x20-\x7e]+$/.test(value) || value !== value.trim())
    if (unsendable !== undefined) {
      return {
        message: `What ${unsendable === use.key ? use.keyOption : use.projectOption} names can't be sent in a header.`,
        advice: "Check for spaces, line ends and quotes that came along with it."
      }
    }
    try {
      const obstacle = await tryUse(target, use)
      if (obstacle !== undefined) return obstacle
    } catch (error) {
      return unreachable(target.url, error)
    }
  }
  return undefined
}
