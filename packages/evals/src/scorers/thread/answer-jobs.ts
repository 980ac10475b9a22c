import { lacking, measure } from "../builtins/index.ts"
import { jsonSchema, schemaFaults } from "../builtins/json-schema.ts"
import type { Inputs } from "../inputs.ts"
import { failed, type Outcome } from "../model.ts"
import { makeClock } from "../sandbox/clock.ts"
import { makeEngine } from "../sandbox/engine.ts"
import { regexScorer } from "../sandbox/regex.ts"
import { runCode } from "../sandbox/run-code.ts"
import { makeToJavaScript } from "../sandbox/to-javascript.ts"
import { checkCode } from "./check-code.ts"
import type { Job, Result, Said } from "./protocol.ts"

const told = (outcome: Outcome): Said =>
  outcome._tag === "Failed" ? outcome : { _tag: "Said", json: JSON.stringify(outcome.raw), logs: "" }

/** What a thread of the pool does with its jobs. */
export const answerJobs = (): ((job: Job, reached?: unknown, retire?: () => void) => Promise<Result>) => {
  const clock = makeClock()
  const engine = makeEngine()
  let retireThread = () => {}
  const toJavaScript = makeToJavaScript(() => retireThread())

  const run = async (code: string, job: Extract<Job, { readonly type: "score" }>): Promise<Said> => {
    const quickjs = await engine.quickjs()
    clock.set(job.now)
    const called = runCode(quickjs, { code, input: job.inputs, seed: job.seed, timeoutMs: job.timeoutMs })
    if (called._tag === "Said") return called
    engine.renew()
    const { code: failure, message, logs } = called
    return { ...failed(failure, message), logs }
  }

  const score = async (job: Extract<Job, { readonly type: "score" }>): Promise<Said> => {
    const { source } = job
    if (source.type === "code") {
      const javascript = toJavaScript(source.language, source.code)
      if ("code" in javascript) return run(javascript.code, job)
      return failed("INVALID_CODE", `The types of the code can't be left out: ${javascript.wrong}`)
    }
    const inputs = JSON.parse(job.inputs) as Inputs
    const without = lacking(source, inputs)
    if (without !== undefined) return told(without)
    if (source.name === "jsonSchema") return told(jsonSchema(inputs, source.options))
    if (source.name !== "regex") return told(measure(source, inputs))
    const { pattern, flags } = source.options
    const given = { output: inputs["output"], pattern: pattern ?? inputs["expected"], flags }
    return run(regexScorer, { ...job, inputs: JSON.stringify(given) })
  }

  return async (job, _, retire = () => {}) => {
    retireThread = retire
    switch (job.type) {
      case "ready":
        await engine.quickjs()
        return { type: "ready" }
      case "score":
        return { type: "score", said: await score(job) }
      case "check":
        return { type: "check", faults: checkCode(await engine.quickjs(), toJavaScript(job.language, job.code), job) }
      case "checkSchema":
        return { type: "checkSchema", faults: schemaFaults(job.schema) }
    }
  }
}
