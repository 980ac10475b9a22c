import { serve } from "@agent-operations/operations/threads/serve"
import { readFiles } from "../files/read-files.ts"
import type { Job, Result } from "./protocol.ts"

const encoder = new TextEncoder()

serve<Job, Result>(({ files, mapping }, reached) => encoder.encode(JSON.stringify(readFiles(files, mapping, reached))))
