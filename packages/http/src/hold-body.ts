import type { Access } from "@agent-operations/auth"
import { Effect } from "effect"
import type { AgentRequest } from "./exchange.ts"
import { bodiesInFlight, type Holding, tooBusy } from "./internal/bytes-in-flight.ts"

/** How many bytes a body is announced to have, where it is. */
const announcedBytes = (request: AgentRequest): number | undefined => {
  const [length, ...others] = request.header("content-length")
  return length === undefined || others.length > 0 || !/^\d+$/.test(length) ? undefined : Number(length)
}

/** The longest body, in bytes, that is held without being counted, and read before it is decided who sent it. */
const shortBody = 16 * 1024

export const isShort = (request: AgentRequest): boolean => (announcedBytes(request) ?? Infinity) <= shortBody

/** Reads a body of at most so many bytes, or fails with 503 where there is no room for it. */
export const readHeld = (
  request: AgentRequest,
  limitBytes: number,
  { take, giveBack }: Holding
): ReturnType<AgentRequest["body"]> =>
  Effect.suspend(() => {
    const announced = announcedBytes(request)
    // What is not announced is held as it comes: an exporter that compresses as it sends says no length.
    const ahead = announced === undefined || announced > limitBytes ? 0 : announced
    if (!take(ahead)) return Effect.fail(tooBusy)
    let come = 0
    const body = request.body(limitBytes, (bytes) => {
      come += bytes
      return come <= ahead || take(Math.min(bytes, come - ahead))
    })
    return Effect.tap(body, () => Effect.sync(() => giveBack(Math.max(0, ahead - come))))
  })

/**
 * Lets a request that was let in read its body, within what a process holds of bodies at once: 256 MiB, of which one
 * organization holds three quarters. Bodies of up to 16 KiB are not counted. What it holds is given back when `use` ends.
 * Law: K3.
 *
 * @example
 * holdBody(request, access, (body) => Effect.flatMap(body(1024 * 1024), (bytes) => answer(bytes)))
 */
export const holdBody = <A, E, R>(
  request: AgentRequest,
  { organizationId }: Pick<Access, "organizationId">,
  use: (body: (limitBytes: number) => ReturnType<AgentRequest["body"]>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  isShort(request)
    ? use((limitBytes) => request.body(limitBytes))
    : bodiesInFlight(organizationId, (holding) => use((limitBytes) => readHeld(request, limitBytes, holding)))
