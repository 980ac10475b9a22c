import { serve } from "@agent-operations/operations/threads/serve"
import { compile } from "./compile.ts"

serve(compile)
