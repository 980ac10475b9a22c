import { Egress } from "@agent-operations/egress"
import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import { type CallTarget, judge } from "../../apps/index.ts"
import type { Answered, Claim, ScoreRecord } from "../../runs/index.ts"
import {
  failedScore,
  inputsOf,
  type PooledSource,
  recordOf,
  type Score,
  Scorers,
  type ScorerValues,
  writingInputs
} from "../../scorers/index.ts"
import { maxJudgedBytes } from "../cost/bounds.ts"
import { modelKey, type PinnedScorer, type Plan } from "../plan/plan.ts"
import type { makeCallPlanned } from "./call-planned.ts"
import type { TargetItem } from "./items.ts"
import { makeOpenConnection, untilThere } from "./open-connection.ts"
import { tellingBy } from "./variables.ts"

/** What is scored, and for which target. */
interface Scored {
  readonly values: ScorerValues
  readonly target: CallTarget
}

type SourceOf<T extends PinnedScorer["source"]["type"]> = Extract<PinnedScorer["source"], { readonly type: T }>

const notAsked = (message: string) => failedScore({ code: "INPUT_UNSUITABLE", message })

/** What the scorers of a target are given, by steps: parsed once for all of them. Law: K3. */
export function* valuesOf(item: TargetItem, answered: Answered, target: CallTarget): Generator<void, ScorerValues> {
  const { usage } = (yield* parsedJson(answered.exchange)) as { readonly usage?: unknown }
  const trace = { id: target.traceId, durationMs: answered.durationMs, ...(usage == null ? {} : { usage }) }
  const { input, expected, metadata } = item
  return { input, output: yield* parsedJson(answered.output), expected, metadata, trace }
}

/** Scores an output by one scorer of a run, whatever it is. One that fails makes its own score `failed`. Laws: S1 to S3. */
export const makeScorePlanned = (callPlanned: Effect.Success<typeof makeCallPlanned>) =>
  Effect.gen(function* () {
    const scorers = yield* Scorers
    const egress = yield* Egress
    const openConnection = yield* makeOpenConnection

    /** An app's answer is the score, as code returns it. */
    const byApp = Effect.fnUntraced(function* (
      { space }: Claim,
      plan: Plan,
      [alias, { settings }]: readonly [string, PinnedScorer],
      values: ScorerValues,
      target: CallTarget
    ) {
      const id = `${target.id}.${alias}`
      const app = plan.scorerApps[alias]!
      const answered = yield* callPlanned(space, plan, app, { ...target, id }, values, maxJudgedBytes)
      const spentMicros = Number(answered.spentMicros)
      if (answered._tag === "Failed") return { ...notAsked(answered.message), spentMicros }
      const said = yield* inTurns(parsedJson(answered.output))
      const raw = typeof said === "object" && said !== null && !Array.isArray(said) ? said : { value: said }
      return { ...recordOf(settings, raw), spentMicros }
    })

    const byJudge = Effect.fnUntraced(function* (
      { space }: Claim,
      { models }: Plan,
      scorer: PinnedScorer,
      source: SourceOf<"judge">,
      values: ScorerValues,
      target: CallTarget
    ) {
      const { prompt, connection: pinned } = models[modelKey(scorer)]!
      const { inputs } = scorer.settings
      const written = yield* inTurns(writingInputs(inputs, values))
      if ("code" in written) return failedScore(written)
      const told = yield* inTurns(tellingBy(prompt)(inputsOf(inputs, values), written.write))
      if (Result.isFailure(told)) return notAsked(told.failure)
      const messages = told.success
      if (Buffer.byteLength(JSON.stringify(messages)) > maxJudgedBytes) {
        return notAsked(
          `What the judge is told is over ${maxJudgedBytes} bytes: give it less by the inputs of the scorer.`
        )
      }
      const connection = yield* openConnection(space, pinned)
      if (typeof connection === "string") return notAsked(connection)
      const { model, maxOutputTokens, temperature, choices } = source
      const { timeoutMs } = scorer.settings
      const asked = {
        ...{ connection, model, maxOutputTokens, temperature, messages, timeoutMs, target },
        choices: choices.length === 0 ? undefined : choices
      }
      const result = yield* Effect.provideService(judge(asked), Egress, egress)
      const spentMicros = Number(result.spentMicros)
      if (result._tag === "Failed") return { ...withDetail(notAsked(result.message), result.detail), spentMicros }
      const { value, explanation } = result
      // A choice without a value gives a number none.
      const said = value === null && scorer.settings.output.type !== "label" ? { explanation } : result
      return { ...withDetail(recordOf(scorer.settings, said), result.detail), spentMicros }
    })

    return (
      claim: Claim,
      plan: Plan,
      [alias, scorer]: readonly [alias: string, scorer: PinnedScorer],
      { values, target }: Scored
    ): Effect.Effect<ScoreRecord> => {
      const { source } = scorer
      // The same for every run of an item's revision, so that its score is the same. Law: S3.
      const seed = `${claim.itemId}/${claim.itemFromVersion}/${claim.repetition}`
      const score = (): Effect.Effect<Score> => {
        switch (source.type) {
          case "human":
            return Effect.succeed(recordOf(scorer.settings, { explanation: "People score it, in reviews." }))
          case "app":
            return byApp(claim, plan, [alias, scorer], values, target)
          case "judge":
            return byJudge(claim, plan, scorer, source, values, target)
          default:
            return inPool(scorer, source, values, { seed, now: plan.createdAt })
        }
      }
      return Effect.suspend(score).pipe(
        // A fault of this program is one of that score, and of no other.
        Effect.catchDefect((defect) =>
          Effect.as(
            Effect.logError(`Evaluations: the scorer ${alias} has a fault`, defect),
            failedScore({ code: "THREW", message: "It broke off by a fault of this server." })
          )
        ),
        Effect.map((one) => ({ ...one, alias }))
      )
    }

    function inPool(
      { settings }: PinnedScorer,
      source: PooledSource,
      values: ScorerValues,
      at: { readonly seed: string; readonly now: number }
    ) {
      return scorers
        .score({ definition: { source, settings }, values, ...at })
        .pipe(Effect.retry(untilThere), Effect.orDie)
    }
  })

/** A score with what was sent and answered beside it. */
const withDetail = (score: Score, more: string): Score => ({
  ...score,
  detail: JSON.stringify({ ...(JSON.parse(score.detail) as object), ...(JSON.parse(more) as object) })
})
