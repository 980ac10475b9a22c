import { type Operation, viewFamilies } from "@agent-operations/contract"
import { type Obstacle, unreachable, type Use, wrongAddress, wrongCredential } from "./obstacles.ts"
import { calling, type Credential, isLetIn, type Probe, probeOf, type Seen, seenIn } from "./probe.ts"
import { type FamilyList, type Served, servedOf } from "./served.ts"
import type { Target } from "./target.ts"
import { defaultPatience, type Patience, sendOnce, waitedFor } from "./transport.ts"

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

type Ask = (probe: Probe, credential: Credential) => Promise<Seen>

const tryUse = async (url: string, ask: Ask, use: Use, served: Served): Promise<Obstacle | undefined> => {
  const probe = probeOf(served)
  const seen = await ask(probe, use)
  const wrong = isLetIn(seen, probe)
    ? undefined
    : (wrongAddress(url, probe.operation.id, seen) ?? wrongCredential(seen, use))
  if (wrong !== undefined) return wrong
  for (const operation of askingFor(use.scopes, served)) {
    // Scopes are asked for before the input, which no operation takes: nothing is done.
    const answer = await ask({ operation, input: [] }, use)
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
  families: FamilyList = viewFamilies,
  patience: Partial<Patience> = {}
): Promise<Obstacle | undefined> => {
  const served = servedOf(families)
  const { timeoutMillis, patienceMillis } = { ...defaultPatience, ...patience }
  const ask: Ask = async (probe, credential) =>
    seenIn(await waitedFor(() => sendOnce(target, calling(probe, credential), timeoutMillis), patienceMillis))
  if (!/^https?:$/.test(URL.parse(target.url)?.protocol ?? "")) {
    return { message: `${target.url} is not the address of a server.`, advice: "Write it as http://localhost:4400." }
  }
  for (const use of usesOf(target, served)) {
    const unsendable = [use.key, use.projectId].find((value) => !/^[\x20-\x7e]+$/.test(value) || value !== value.trim())
    if (unsendable !== undefined) {
      return {
        message: `What ${unsendable === use.key ? use.keyOption : use.projectOption} names can't be sent in a header.`,
        advice: "Check it for spaces, line ends and quotes that were copied along."
      }
    }
    try {
      const obstacle = await tryUse(target.url, ask, use, served)
      if (obstacle !== undefined) return obstacle
    } catch (error) {
      return unreachable(target.url, error)
    }
  }
  return undefined
}
