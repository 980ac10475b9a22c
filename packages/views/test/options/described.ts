import type { OptionsTable } from "@agent-operations/testing/options"
import type { ValidatorOptions } from "../../src/validation/Validator.ts"

/** Every option of `validation`. */
export const described = {
  allowedImports: { default: '`["react"]`', meaning: "module specifiers that code may import, each exactly" },
  deadline: { default: "5 seconds", meaning: "how long one validation may run, and may wait for a thread" },
  queueLimit: { default: "32", meaning: "validations that may wait; more are `UNAVAILABLE`" },
  poolSize: { default: "1", meaning: "threads" },
  worker: {
    default: "`validation-worker.js` next to the code",
    meaning: "starts the worker: for [bundles](../kit/README.md#in-a-bundle)"
  }
} as const satisfies OptionsTable<ValidatorOptions>
