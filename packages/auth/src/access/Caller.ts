import { Context } from "effect"
import type { Access } from "./principal.ts"

/** The caller of the operation that is being carried out. */
export class Caller extends Context.Service<Caller, Access>()("@agent-operations/auth/Caller") {}
