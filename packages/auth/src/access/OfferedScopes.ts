import type { Scopes } from "@agent-operations/contract"
import { Context } from "effect"

/**
 * The scopes that can be granted: those that the mounted families declare, each with the sentence that people read.
 *
 * @example
 * Layer.succeed(OfferedScopes, contract.scopes)
 */
export class OfferedScopes extends Context.Service<OfferedScopes, Scopes>()("@agent-operations/auth/OfferedScopes") {}
