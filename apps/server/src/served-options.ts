import type { DatabaseStartError } from "@agent-operations/database"
import { Duration, Effect, Option } from "effect"
import { readCallsOptions } from "./calls-options.ts"
import { readOwnPages } from "./docs.ts"
import type { ServedOptions } from "./modules.ts"
import type { Settings } from "./settings.ts"
import type { StartError } from "./StartError.ts"
import { readTracesOptions } from "./traces-options.ts"

const days = Option.match({ onNone: () => undefined, onSome: Duration.days })

/** How long evaluation runs and their outputs are kept; nothing where they stay. */
const retentionOf = ({ EVAL_RETENTION_DAYS: runs, EVAL_OUTPUT_RETENTION_DAYS: outputs }: Settings) =>
  Option.isNone(runs) && Option.isNone(outputs) ? undefined : { runs: days(runs), outputs: days(outputs) }

/** What the settings say of what is served. `works` is whether the process works on evaluations too. */
export const readServedOptions = Effect.fnUntraced(function* (
  settings: Settings,
  { works }: { readonly works: boolean }
): Effect.fn.Return<ServedOptions, StartError | DatabaseStartError> {
  const concurrency = settings.EVAL_CONCURRENCY
  return {
    pages: yield* readOwnPages(settings),
    traces: yield* readTracesOptions(settings),
    calls: yield* readCallsOptions(settings),
    scoring: { threads: settings.SCORER_THREADS },
    // PGlite is opened by one process, so that no other works.
    runs: {
      worker: works && concurrency > 0 ? { concurrency, isAlone: Option.isNone(settings.DATABASE_URL) } : false,
      retention: retentionOf(settings)
    }
  }
})
