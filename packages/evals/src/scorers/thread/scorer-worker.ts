import { serve } from "@agent-operations/operations/threads/serve"
import { answerJobs } from "./answer-jobs.ts"
import type { Job, Result } from "./protocol.ts"

serve<Job, Result>(answerJobs())
