import { Context } from "effect"

/**
 * For whom work is done: an organization, whose calls and runs share what there is with those of others, or as long as none
 * is known the person or the network address that asks. `undefined` is the server's own work, which is one party more.
 *
 * @example
 * Effect.provideService(handler, WorkFor, access.organizationId)
 */
export const WorkFor = Context.Reference<string | undefined>("@agent-operations/database/WorkFor", {
  defaultValue: () => undefined
})
