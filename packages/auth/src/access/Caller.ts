import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Effect } from "effect"
import type { Access } from "./principal.ts"

recordCopy("@agent-operations/auth", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** The caller of the operation that is being carried out. */
export class Caller extends Context.Service<Caller, Access>()("@agent-operations/auth/Caller") {}
