import { serve } from "@agent-operations/operations/threads/serve"
import { impliedBy } from "./narrow.ts"
import type { Job, Result } from "./protocol.ts"
import { run } from "./run.ts"
import { usesOf } from "./uses.ts"

serve<Job, Result>((job, reached) =>
  job.type === "plan" ? { uses: usesOf(job.fields), implied: impliedBy(job.fields, job.filters) } : run(job, reached)
)
