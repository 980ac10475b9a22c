import { Egress } from "@agent-operations/egress"
import { inTurns, parsedJson } from "@agent-operations/operations"
import type { FrozenPrompt } from "@agent-operations/prompts"
import { Effect, Result } from "effect"
import { type CallTarget, judge } from "../../apps/index.ts"
import { fewAtOnce } from "../../few-at-once.ts"
import type { Answered, Claim, ScoreRecord } from "../../runs/index.ts"
import {
  failedScore,
  inputsOf,
  type PooledSource,
  recordOf,
  type Score,
  Scorers,
  type ScorerValues,
  writeInputs,
  writingInputs
} from "../../scorers/index.ts"
import { maxJudgedBytes } from "../cost/bounds.ts"
import { modelKey, type PinnedScorer, type ReadPlan } from "../plan/plan.ts"
import type { CallInput, makeCallPlanned } from "./call-planned.ts"
import type { TargetItem } from "./items.ts"
import { makeOpenConnection, untilThere } from "./open-connection.ts"
import { tellingBy } from "./variables.ts"
import { whileNeeded } from "./while-needed.ts"

/** What is scored, and for which target. Nothing is kept of it but its text while a scorer is waited for. Law: K3. */
interface Scored extends CallInput {
  readonly value: () => Generator<void, ScorerValues>
  readonly target: CallTarget
}

type SourceOf<T extends PinnedScorer["source"]["type"]> = Extract<PinnedScorer["source"], { readonly type: T }>

const notAsked = (message: string) => failedScore({ code: "INPUT_UNSUITABLE", message })

/** What the scorers of a target are given: its values are parsed by steps, once for all that need them at a time. Law: K3. */
export function* scoredOf(item: TargetItem, answered: Answered, target: CallTarget): Generator<void, Scored> {
  const { usage } = (yield* parsedJson(answered.exchange)) as { readonly usage?: unknown }
  const trace = { id: target.traceId, durationMs: answered.durationMs, ...(usage == null ? {} : { usage }) }
  return scoredIn(textOf(item, answered.output, JSON.stringify(trace)), target)
}

const textOf = ({ input, expected, metadata }: TargetItem, output: string, trace: string) =>
  `{"input":${input},"output":${output},"expected":${expected},"metadata":${metadata},"trace":${trace}}`

const scoredIn = (text: string, target: CallTarget): Scored => ({
  text,
  value: whileNeeded(() => parsedJson(text) as Generator<void, ScorerValues>),
  target
})

/** Does something with parsed values by steps, of which nothing is left but what comes of it. Law: K3. */
const inTurnsBy = <A>({ text }: Scored, steps: () => Generator<void, A>): Effect.Effect<A> =>
  fewAtOnce(
    text.length,
    Effect.suspend(() => inTurns(steps()))
  )

type Inputs = PinnedScorer["settings"]["inputs"]

function* writing(inputs: Inputs, value: Scored["value"]) {
  return yield* writeInputs(inputs, yield* value())
}

/** What a judge is told, as JSON text; or why it is told nothing. */
function* telling(prompt: FrozenPrompt, inputs: Inputs, value: Scored["value"]) {
  const values = yield* value()
  const written = yield* writingInputs(inputs, values)
  if ("code" in written) return Result.fail(failedScore(written))
  const told = yield* tellingBy(prompt)(inputsOf(inputs, values), written.write)
  return Result.mapBoth(told, { onSuccess: (messages) => JSON.stringify(messages), onFailure: notAsked })
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
      plan: ReadPlan,
      [alias, { settings }]: readonly [string, PinnedScorer],
      scored: Scored
    ) {
      const { target } = scored
      const id = `${target.id}.${alias}`
      const app = plan.scorerApps[alias]!
      const answered = yield* callPlanned(space, plan, app, { ...target, id }, scored, maxJudgedBytes)
      const spentMicros = Number(answered.spentMicros)
      if (answered._tag === "Failed") return { ...notAsked(answered.message), spentMicros }
      const said = yield* inTurns(parsedJson(answered.output))
      const raw = typeof said === "object" && said !== null && !Array.isArray(said) ? said : { value: said }
      return { ...recordOf(settings, raw), spentMicros }
    })

    const byJudge = Effect.fnUntraced(function* (
      { space }: Claim,
      { models }: ReadPlan,
      scorer: PinnedScorer,
      source: SourceOf<"judge">,
      scored: Scored
    ) {
      const { prompt, connection: pinned } = models[modelKey(scorer)]!
      const { inputs } = scorer.settings
      const told = yield* inTurnsBy(scored, () => telling(prompt, inputs, scored.value))
      if (Result.isFailure(told)) return told.failure
      const messages = told.success
      if (Buffer.byteLength(messages) > maxJudgedBytes) {
        return notAsked(
          `What the judge is told is over ${maxJudgedBytes} bytes: give it less by the inputs of the scorer.`
        )
      }
      const connection = yield* openConnection(space, pinned)
      if (typeof connection === "string") return notAsked(connection)
      const { model, maxOutputTokens, temperature, choices } = source
      const { timeoutMs } = scorer.settings
      const asked = {
        ...{ connection, model, maxOutputTokens, temperature, messages, timeoutMs, target: scored.target },
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
      plan: ReadPlan,
      [alias, scorer]: readonly [alias: string, scorer: PinnedScorer],
      scored: Scored
    ): Effect.Effect<ScoreRecord> => {
      const { source } = scorer
      // The same for every run of an item's revision, so that its score is the same. Law: S3.
      const seed = `${claim.itemId}/${claim.itemFromVersion}/${claim.repetition}`
      const score = (): Effect.Effect<Score> => {
        switch (source.type) {
          case "human":
            return Effect.succeed(recordOf(scorer.settings, { explanation: "People score it, in reviews." }))
          case "app":
            return byApp(claim, plan, [alias, scorer], scored)
          case "judge":
            return byJudge(claim, plan, scorer, source, scored)
          default:
            return inPool(scorer, source, scored, { seed, now: plan.createdAt })
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
      scored: Scored,
      at: { readonly seed: string; readonly now: number }
    ) {
      const definition = { source, settings }
      return Effect.flatMap(
        inTurnsBy(scored, () => writing(settings.inputs, scored.value)),
        (inputs) => Effect.orDie(Effect.retry(scorers.score({ definition, inputs, ...at }), untilThere))
      )
    }
  })

/** A score with what was sent and answered beside it. */
const withDetail = (score: Score, more: string): Score => ({
  ...score,
  detail: JSON.stringify({ ...(JSON.parse(score.detail) as object), ...(JSON.parse(more) as object) })
})
