import { type Access, decodePrincipal } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import type { AgentError } from "@agent-operations/error-envelope"
import { callsOf } from "@agent-operations/operations"
import { type Effect, Result } from "effect"
import type { CallOptions, Run } from "./promises.ts"

/** Whom the host calls for. Scopes and credential may be left out: then the host may call everything. */
export type CallAs = Pick<Access, "actor" | "organizationId" | "projectId"> & Partial<Access>

/**
 * One function per operation, by family and method, that takes what a caller would send and returns a promise:
 * `calls.pageViews.create(input)`.
 */
export type PromiseCalls<F extends Family.Any> = string extends F["name"] ? object : CallsByName<F>

type CallsByName<F extends Family.Any> = {
  readonly [One in F as One["name"]]: {
    readonly [M in keyof One["operations"]]: (
      input: Operation.EncodedInput<One["operations"][M]>,
      options?: CallOptions
    ) => Promise<Operation.Result<One["operations"][M]>>
  }
}

const accessOf = (access: CallAs): Access => {
  const { scopes = "all", credential = null, projectId }: Partial<CallAs> = access ?? {}
  const checked = decodePrincipal({ ...access, credential, scopes: scopes === "all" ? [] : scopes })
  if (Result.isFailure(checked)) {
    throw new TypeError(`kit.as was given an invalid caller: ${checked.failure.replace("principal", "access")}.`)
  }
  if (typeof projectId !== "string")
    throw new TypeError("kit.as needs a projectId: every operation works in a project.")
  const { actor, organizationId } = checked.success
  return { actor, organizationId, projectId, scopes, credential }
}

/** The operations as functions, for somebody whom the host vouches for. */
export const makeAs =
  <F extends Family.Any>(
    families: ReadonlyArray<F>,
    run: Run<never>,
    invoke: (id: string, input: unknown, access: Access) => Effect.Effect<unknown, AgentError>
  ) =>
  (access: CallAs): PromiseCalls<F> => {
    const caller = accessOf(access)
    return callsOf(families, (id, input, options?: CallOptions) =>
      run(invoke(id, input, caller), options)
    ) as PromiseCalls<F>
  }
