import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedJson } from "@agent-operations/operations"
import { Effect, Schedule } from "effect"
import { RunStore, type Space } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"
import type { Resolved } from "../plan/resolve.ts"
import { makeCreate } from "./create.ts"
import { makeRequireRun } from "./runs.ts"
import { makeTellEvidence } from "./tell-evidence.ts"
import { makeTellRun } from "./tell-run.ts"

type Operations = (typeof evaluations)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

/** How often an end that is waited for is looked for. */
const lookEvery = Schedule.spaced("50 millis")

/** The handlers that start work. Laws: X1, X2, X10. */
export const startHandlers = Effect.gen(function* () {
  const store = yield* RunStore
  const { create, resolve, boundsOf } = yield* makeCreate
  const requireRun = yield* makeRequireRun
  const tellRun = yield* makeTellRun
  const tellEvidence = yield* makeTellEvidence

  /** The one case of a run that is a call: an app, without a dataset. */
  const oneCall = Effect.fnUntraced(function* (space: Space, input: Input<"invoke">) {
    const plan = {
      ...(yield* resolve.definitions(space, { app: input, scorers: input.scorers })),
      basis: null,
      call: { input: input.input, expected: input.expected }
    }
    return { plan, dataset: null, cases: [{ itemId: "", itemFromVersion: 0 }] } satisfies Resolved
  })

  const waitFor = (space: Space, id: string, millis: number) =>
    requireRun(space, id).pipe(
      Effect.repeat({ schedule: lookEvery, until: ({ endedAt }) => endedAt !== null }),
      Effect.timeoutOption(millis)
    )

  return {
    create: Effect.fnUntraced(function* (input: Input<"create">) {
      const space = spaceOf(yield* Caller)
      const id = yield* create(input, input, (space, pinned) =>
        resolve.run(space, { ...input, dataset: { ...input.dataset, ...pinned } })
      )
      return yield* tellRun(space, yield* requireRun(space, id))
    }),

    estimate: Effect.fnUntraced(function* (input: Input<"estimate">) {
      const space = spaceOf(yield* Caller)
      const resolved = yield* resolve.run(space, input)
      const { attemptMicros, scoringMicros, unpriced } = yield* boundsOf(space, resolved)
      const targets = resolved.cases.length * input.repetitions
      const { app, scorers, scorerApps } = resolved.plan
      const judges = Object.values(scorers).filter(({ source }) => source.type === "judge").length
      const callsEach = (app === null ? 0 : 1) + Object.keys(scorerApps).length + judges
      return {
        targets,
        calls: targets * callsEach,
        upperBoundMicros: toldMicros((attemptMicros + scoringMicros) * BigInt(targets)),
        unpriced
      }
    }),

    invoke: Effect.fnUntraced(function* ({ waitMs, ...input }: Input<"invoke">) {
      const space = spaceOf(yield* Caller)
      const asked = {
        series: null,
        repetitions: 1,
        metadata: {},
        stopAfter: null,
        requireBudget: false,
        baseRunId: null
      }
      const id = yield* create(input, asked, (space) => oneCall(space, { ...input, waitMs }))
      yield* waitFor(space, id, waitMs)
      const run = yield* requireRun(space, id)
      const [target] = yield* store.targets(space, { runId: id, after: -1, limit: 1 })
      const evidence = yield* tellEvidence(space, run, target!)
      const told = JSON.stringify(yield* tellRun(space, run))
      return new EncodedJson<Operation.Result<Operations["invoke"]>>([
        ...[`{"run":${told},"target":`, ...evidence.pieces, "}"]
      ])
    })
  }
})
