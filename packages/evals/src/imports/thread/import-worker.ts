import { serve } from "@agent-operations/operations/threads/serve"
import { readFiles } from "../files/read-files.ts"
import type { Job, Result } from "./protocol.ts"

serve<Job, Result>(({ files, mapping }, reached) => readFiles(files, mapping, reached))
