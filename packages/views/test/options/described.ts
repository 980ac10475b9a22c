import { type OptionsTable, workerBeside } from "@agent-operations/testing/options"
import type { ValidatorOptions } from "../../src/validation/Validator.ts"

/** Every option of `validation`. */
export const described = {
  allowedImports: { default: '`["react"]`', meaning: "module specifiers that code may import, each exactly" },
  deadline: { default: "5 seconds", meaning: "how long one validation may run, and may wait for a thread" },
  queueLimit: { default: "32", meaning: "validations that may wait; more are `UNAVAILABLE`" },
  poolSize: { default: "2", meaning: "threads, of which one organization has one while another waits" },
  worker: workerBeside("validation-worker.js")
} as const satisfies OptionsTable<ValidatorOptions>
