import { serve } from "@agent-operations/operations/threads/serve"
import { checkItems } from "./check-items.ts"
import { type PackedJob, unpacked } from "./packed.ts"
import type { Finding } from "./protocol.ts"

serve<PackedJob, ReadonlyArray<Finding>>((job, reached) => checkItems(unpacked(job), reached))
