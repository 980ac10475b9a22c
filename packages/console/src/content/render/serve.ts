import { serve } from "@agent-operations/operations/threads/serve"
import { type Job, type OwnWays, perform } from "./jobs.ts"

/**
 * Runs a console worker: draws large definitions in the thread that calls it. `own` are the kinds that draw their
 * settings in their own way.
 *
 * @example
 * serveRendering({ ...ownWays, alert_rule: drawAlertRuleSettings })
 */
export const serveRendering = (own: OwnWays = {}) => serve((job: Job) => perform(job, own))
