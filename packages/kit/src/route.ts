import type { Access } from "@agent-operations/auth"
import type { RouteMethod } from "@agent-operations/contract"
import {
  callHost,
  type ParameterSchemas,
  type ParametersOf,
  type Route,
  route as declareRoute,
  type RouteInput,
  type RouteSpec
} from "@agent-operations/operations"

/** What `route` takes beside method and path; `run` may return a promise. */
export interface HostRouteSpec<Path extends string, P extends ParameterSchemas<Path>, B, A> extends Omit<
  RouteSpec<Path, P, B, A, never>,
  "run"
> {
  readonly run: (
    input: RouteInput<ParametersOf<Path, P>, B>,
    caller: Access,
    /** Aborts when the caller is gone or the deadline has passed. */
    signal: AbortSignal
  ) => A | Promise<A>
}

/**
 * Declares a route of a host's own that is no operation, for what has a body or an answer of its own form. Of what `run`
 * throws, errors of the catalogue are answered as they are; anything else is a 500, and in the log.
 *
 * @example
 * const upload = route("POST", "/v1/files/{name}", {
 *   summary: "Keep a file",
 *   scopes: ["files:write"],
 *   body: bytesBody({ contentTypes: ["application/pdf"] }),
 *   limits: { bodyBytes: 4 * 1024 * 1024 },
 *   run: async ({ parameters, body }, { projectId }) => ({ id: await files.keep(projectId, parameters.name, body) })
 * })
 */
export const route = <
  const Path extends string,
  A,
  B = undefined,
  const P extends ParameterSchemas<Path> = ParameterSchemas<Path>
>(
  method: RouteMethod,
  path: Path,
  { run, ...spec }: HostRouteSpec<Path, P, B, A>
): Route =>
  declareRoute<Path, A, B, P>(method, path, {
    ...spec,
    run: (input, caller) => callHost((signal) => run(input, caller, signal))
  })
