import type { Access } from "@agent-operations/auth"
import { WorkFor } from "@agent-operations/database"
import type { Grow } from "@agent-operations/operations"
import { Effect } from "effect"
import type { AgentRequest } from "./exchange.ts"
import { bodiesInFlight, growingBy, type Holding } from "./internal/bytes-in-flight.ts"

/** The longest body, in bytes, that is held without being counted, and read before it is decided who sent it. */
const shortBody = 16 * 1024

export const isShort = (request: AgentRequest): boolean =>
  Number(request.header("content-length").join(",") || Number.NaN) <= shortBody

const uncounted: Holding = { take: () => true, reading: (read) => read }

/** Lets a request of an organization hold its body within what a process holds of all; short ones are not counted. */
export const holdUnlessShort = <A, E, R>(
  request: AgentRequest,
  organizationId: string,
  use: (holding: Holding) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (isShort(request) ? use(uncounted) : bodiesInFlight(organizationId, use))

/**
 * Lets a request that was let in read its body, and what is made of it `grow`, within what a process holds of bodies at once:
 * 256 MiB, of which one organization holds three quarters. Bodies of up to 16 KiB are not counted. What it holds is given back
 * when `use` ends. What is done is done for the organization. Law: K3.
 *
 * @example
 * holdBody(request, access, (body, grow) => Effect.flatMap(body(1024 * 1024), (bytes) => parseBody(bytes, 1024 * 1024, grow)))
 */
export const holdBody = <A, E, R>(
  request: AgentRequest,
  { organizationId }: Pick<Access, "organizationId">,
  use: (body: (limitBytes: number) => ReturnType<AgentRequest["body"]>, grow: Grow) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  holdUnlessShort(request, organizationId, (holding) =>
    use((limitBytes) => holding.reading(request.body(limitBytes, holding.take)), growingBy(holding))
  ).pipe(Effect.provideService(WorkFor, organizationId))
