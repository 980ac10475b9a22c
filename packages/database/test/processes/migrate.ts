import { Effect, Redacted, References } from "effect"
import { migrate, Postgres } from "../../src/index.ts"
import { sets } from "../migration-sets.ts"
import { command } from "./command.ts"

/** Connects, waits for a word, migrates, and says which steps it took. */
const program = Effect.gen(function* () {
  yield* Effect.sync(() => console.log("ready"))
  yield* Effect.promise(command)
  const steps = yield* migrate(sets)
  console.log(JSON.stringify(steps.map(({ owner, number }) => `${owner} ${number}`)))
})

const layer = Postgres.layer({ url: Redacted.make(process.argv[2]!) })
// The test reads what is written.
await Effect.runPromise(Effect.provide(program, layer).pipe(Effect.provideService(References.MinimumLogLevel, "None")))
process.exit()
