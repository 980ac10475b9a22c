import { type OptionsTable, workerBeside } from "@agent-operations/testing/options"
import type { AppsOptions, DatasetsOptions, EvaluationsOptions, ImportsOptions } from "../../src/index.ts"
import type { ReviewsOptions } from "../../src/reviews/reviews.ts"
import type { WorkerOptions } from "../../src/runs/index.ts"
import type { ScorersOptions } from "../../src/scorers/index.ts"

/** Every option of `evaluations`. */
export const ofEvaluations = {
  worker: {
    default: "as below",
    meaning: "how this process works on runs, by the options that follow; `false` leaves them to other processes"
  },
  retention: {
    default: "kept until deleted",
    meaning: "`{ runs, outputs }`: how long runs that ended are kept, and their outputs"
  },
  reviews: { default: "none", meaning: "`runReviews`: `get_eval_run` also returns what people said of a run" }
} as const satisfies OptionsTable<EvaluationsOptions>

/** Every option of a worker. */
export const ofWorker = {
  concurrency: {
    default: "20",
    meaning:
      "how many targets this process works on at a time; where one organization has them all, it works on up to as many again of others, and on one of each that has none"
  },
  isAlone: {
    default: "false",
    meaning: "whether no other process can use the database, so that work of an ended one continues at once"
  },
  lease: {
    default: "15 seconds",
    meaning: "how long this process is taken to be alive after it last said so, which it does three times as often"
  },
  grace: {
    default: "18 seconds",
    meaning: "how long work in flight may continue when the process stops; others take over the rest"
  }
} as const satisfies OptionsTable<WorkerOptions>

/** Every option of `datasets`. */
export const ofDatasets = {
  deadline: { default: "5 seconds", meaning: "how long the items of one write may take to check by the schemas" },
  administers: {
    default: "owners and admins of the organization",
    meaning: "`(access) => boolean`: whether a person may purge items"
  },
  evidence: { default: "none", meaning: "`itemEvidence`: how many targets of runs have evidence of a purged item" },
  worker: workerBeside("schema-worker.js")
} as const satisfies OptionsTable<DatasetsOptions>

/** Every option of `imports`. */
export const ofImports = {
  scorers: { default: "false", meaning: "whether files may have scorers, too: `scorers()` is in the list" },
  deadline: { default: "20 seconds", meaning: "how long the files of one import may take to read" },
  worker: workerBeside("import-worker.js")
} as const satisfies OptionsTable<ImportsOptions>

/** Every option of `scorers`. */
export const ofScorers = {
  threads: {
    default: "2",
    meaning: "how many scorers run at once, each on a thread of its own; what is checked has two others"
  },
  worker: workerBeside("scorer-worker.js")
} as const satisfies OptionsTable<ScorersOptions>

/** Every option of `apps`. */
export const ofApps = {
  keys: { default: "required", meaning: "what secrets are encrypted with: the first key encrypts, all decrypt" },
  egress: {
    default: "public HTTPS addresses",
    meaning: '`{ allow: ["http://127.0.0.1:9000"] }`: origins of apps and models that may be private or plain HTTP'
  }
} as const satisfies OptionsTable<AppsOptions>

/** Every option of `reviews`. */
export const ofReviews = {
  runs: { default: "none", meaning: "the module of evaluations whose targets people can be asked about too" }
} as const satisfies OptionsTable<ReviewsOptions<unknown, unknown>>
