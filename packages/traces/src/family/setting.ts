import { hash } from "node:crypto"
import type { Access } from "@agent-operations/auth"
import { Clock, Duration, Effect } from "effect"
import type { OwnPrices } from "../costs/own-prices.ts"
import { makePrices } from "../costs/prices.ts"
import { makeSpanBySteps } from "../make-span.ts"
import type { TimeRange } from "../otlp/read-span.ts"
import type { Recorder, ScoredTrace, Space } from "../store/index.ts"
import { dayNanos, nanosOfMillis } from "../time.ts"
import { type Trace, traceOf } from "../trace.ts"

/** The settings of `traces`. */
export interface TracesOptions {
  /** How old a trace may be that is read and taken; what is older is dropped. Default: no limit. */
  readonly retention?: Duration.Input | undefined
  /** For how long a trace that has not ended is `running` after its last change, before it is `incomplete`. Default: 15 minutes. */
  readonly idle?: Duration.Input | undefined
  /** Prices of the host's own, before those that are built in. */
  readonly prices?: OwnPrices | undefined
}

const year2000 = 946_684_800_000_000_000n

const nanos = (duration: Duration.Input): bigint => Duration.toNanosUnsafe(Duration.fromInputUnsafe(duration))

/** The settings as handlers use them. */
export const settingOf = ({ retention, idle = "15 minutes", prices }: TracesOptions) => {
  const kept = retention === undefined ? undefined : nanos(retention)
  const idleNanos = nanos(idle)
  return {
    make: makeSpanBySteps(makePrices(prices)),
    /** Now, and the times that spans may have. */
    times: Effect.map(Clock.currentTimeMillis, (millis): TimeRange & { readonly now: Date } => {
      const now = nanosOfMillis(millis)
      const oldest = kept === undefined ? year2000 : now - kept
      return { now: new Date(millis), earliest: oldest < year2000 ? year2000 : oldest, latest: now + dayNanos }
    }),
    /** A trace as reads answer it. */
    answer: (trace: ScoredTrace, projectId: string): Trace =>
      traceOf(trace, {
        id: trace.traceId,
        projectId,
        touchedNano: trace.touchedNano,
        nowNano: trace.nowNano,
        idleNanos,
        scores: trace.scores
      })
  }
}

export type Setting = ReturnType<typeof settingOf>

/** Where the traces of a caller are. Law: A3. */
export const spaceOf = ({ organizationId, projectId }: Access): Space => ({
  tenant: organizationId,
  project: projectId
})

/** A hash as a UUID, for a column that compares it alone. */
const uuidOf = (text: string) => hash("sha256", text, "hex").slice(0, 32)

/** Who a caller is where spans and scores are: a key with all that replaced it, else an actor. Law: T25. */
export const recorderOf = ({ actor, credential, scopes }: Access): Recorder => ({
  id: uuidOf(`${actor.type} ${credential?.lineage ?? actor.id}`),
  replaces: scopes === "all" || scopes.includes("traces:delete")
})
