import { Console, Effect, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { observability } from "../observability.ts"
import { readServedOptions } from "../served-options.ts"
import { services } from "../services.ts"
import { readSettings } from "../settings.ts"
import { StartError } from "../StartError.ts"

/** Works on evaluations, and answers nobody: for machines of their own. */
export const worker = Command.make("worker", {}, () =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    if (Option.isNone(settings.DATABASE_URL)) {
      return yield* new StartError({
        message: "PGlite can be opened by one process only: the server itself works on evaluations.",
        hint: "Set DATABASE_URL to the PostgreSQL server that the other processes use."
      })
    }
    const place = { origin: "http://127.0.0.1", prefix: settings.PREFIX, host: "127.0.0.1", workers: 1 }
    const working = Effect.gen(function* () {
      yield* Layer.build(services(settings, place, undefined, yield* readServedOptions(settings, { works: true })))
      yield* Console.log(`Working on up to ${settings.EVAL_CONCURRENCY} targets at a time. Stop with Ctrl-C.`)
      return yield* Effect.never
    }).pipe(Effect.scoped)
    return yield* Effect.provide(working, observability(settings))
  })
).pipe(Command.withDescription("Work on evaluations, and serve nothing"))
