import { type OptionsTable, workerBeside } from "../../../../tooling/testing/src/options.ts"
import type { FormulaOptions } from "../../src/formulas/FormulaRunner.ts"
import type { ViewRowsOptions } from "../../src/query/setting.ts"

/** Every option of `viewRows`. */
export const described = {
  retention: { default: "as `traces()`", meaning: "give both the same" },
  idle: { default: "as `traces()`", meaning: "give both the same" },
  validation: { default: "as `views()`", meaning: "give both the same" },
  narrow: {
    default: "true",
    meaning: "whether the database leaves out rows that a formula can't let pass; the answers are the same without"
  },
  formulas: { default: "as below", meaning: "how formulas are run, by the options that follow" }
} as const satisfies OptionsTable<ViewRowsOptions>

/** Every option of `formulas`. */
export const ofFormulas = {
  poolSize: {
    default: "2",
    meaning: "threads that run formulas, of which one organization has half while another waits"
  },
  queueLimit: { default: "32", meaning: "pages that may wait for a thread; more are `UNAVAILABLE`" },
  deadline: { default: "2 seconds", meaning: "how long one formula may run before its thread is ended" },
  worker: workerBeside("formula-worker.js")
} as const satisfies OptionsTable<FormulaOptions>
