import { serve } from "@agent-operations/operations/threads/serve"
import { type Job, perform } from "./jobs.ts"

serve((job: Job) => perform(job))
