import { serve } from "@agent-operations/operations/threads/serve"
import { type Job, type OwnWays, perform } from "./jobs.ts"

/** Draws what is large, in the thread that it is called in; `own` are the kinds that show their settings in their own way. */
export const serveRendering = (own: OwnWays = {}) => serve((job: Job) => perform(job, own))
