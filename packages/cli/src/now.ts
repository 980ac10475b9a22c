import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The time, in milliseconds since 1970. */
export const now = (): number => Effect.runSync(Clock.currentTimeMillis)
