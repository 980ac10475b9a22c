import { Scorer } from "@agent-operations/contract/scorers"
import { Schema } from "effect"
import { runSteps } from "@agent-operations/operations"
import { type Scoring, type ScorerValues, writeInputs } from "../../src/scorers/index.ts"

const decodeSource = Schema.decodeUnknownSync(Scorer.source)
const decodeSettings = Schema.decodeUnknownSync(Scorer.settings)

const anyNumber = { type: "number" }

type Source = Scoring["definition"]["source"]

/** What is scored where a test says nothing else. */
const values = { input: "q", output: "a", expected: null, metadata: {}, trace: null }

/** A scoring by a source, any number being a score, within the most time that a scorer may have. */
export const scoring = (
  source: Record<string, unknown>,
  given: Partial<ScorerValues> = {},
  settings: Record<string, unknown> = {},
  seed = "evt_1"
): Scoring => {
  const definition = {
    source: decodeSource(source) as Source,
    settings: decodeSettings({ output: anyNumber, timeoutMs: 10_000, ...settings })
  }
  const inputs = runSteps(writeInputs(definition.settings.inputs, { ...values, ...given }))
  return { definition, inputs, seed, now: 1_447_844_800_000 }
}

export const code = (text: string, language = "javascript") => ({ type: "code", language, code: text })

/** The code of a function, as the default export. */
export const calls = (body: string) => code(`export default (given) => ${body}`)
