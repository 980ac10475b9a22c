import { assert, it } from "@effect/vitest"
import { Duration, Effect, Redacted, References } from "effect"
import { Postgres } from "../src/index.ts"
import { open } from "./support.ts"

it.live.each([
  ["that is none is refused at once", "not a URL", 2000],
  ["that nobody listens at is given up in time", "postgres://me:secret@127.0.0.1:1/app", 8000],
  ["of a host that nobody knows is given up in time", "postgres://me:secret@nowhere.invalid/app", 8000]
] as const)("opening PostgreSQL by a URL %s", ([_, url, bound]) =>
  Effect.gen(function* () {
    const layer = Postgres.layer({ url: Redacted.make(url), startTimeout: "2 seconds" })
    const [took] = yield* Effect.timed(Effect.flip(Effect.scoped(open(layer))))
    assert.isBelow(Duration.toMillis(took), bound)
  }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
)
