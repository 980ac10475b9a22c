import { serve } from "@agent-operations/operations/threads/serve"
import { checkItems } from "./check-items.ts"
import type { Finding, Job } from "./protocol.ts"

serve<Job, ReadonlyArray<Finding>>(checkItems)
