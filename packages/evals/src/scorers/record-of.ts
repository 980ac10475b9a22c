import { runSteps } from "@agent-operations/operations"
import type { Failure, RawScore, Score, Settings } from "./model.ts"
import { writeJson } from "./write-json.ts"

/** How much of a score is kept beside it, as bytes of JSON: with a judge's request and answer they are below 64 KiB. */
const bounds = { explanation: 4 * 1024, metadata: 32 * 1024, logs: 8 * 1024, message: 2 * 1024 }

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text))

/** The beginning of a text that fits, marked where it was cut. */
const cut = (text: string, bytes: number): string => {
  // Each character has a byte at least.
  let kept = text.slice(0, bytes).toWellFormed()
  if (text.length <= bytes && bytesOf(kept) <= bytes) return kept
  while (bytesOf(`${kept}…`) > bytes) kept = kept.slice(0, Math.floor(kept.length * 0.9)).toWellFormed()
  return `${kept}…`
}

const detailOf = (parts: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined && part !== "")))

/**
 * The score of a scorer that failed. It counts as no number: never as zero. Law: N2.
 *
 * @example
 * failedScore({ code: "TIMEOUT", message: "The scorer took longer than 2000 ms." })
 */
export const failedScore = ({ code, message }: Failure, logs?: string): Score => ({
  status: "failed",
  value: null,
  label: null,
  passed: null,
  detail: detailOf({
    error: { code, message: cut(message, bounds.message) },
    ...(logs === undefined ? {} : { logs: cut(logs, bounds.logs) })
  }),
  spentMicros: 0
})

type Read =
  | { readonly value: number | null; readonly label: string | null }
  /** Why it is no score of this kind. */
  | { readonly wrong: string }

const shown = (value: unknown) => cut(JSON.stringify(value) ?? String(value), 200)

const asNumber = (value: unknown): number | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0
  // Never −0, which JSON and databases write in two ways.
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined
}

const readScore = (output: Settings["output"], { value, label }: RawScore): Read => {
  if (output.type !== "label" && (value ?? null) === null)
    return { wrong: `The score has a label and no value, and the scorer's output is a ${output.type}.` }
  switch (output.type) {
    case "number": {
      const number = asNumber(value)
      if (number === undefined) return { wrong: `The score ${shown(value)} is no number.` }
      const { min, max } = output
      if ((min !== null && number < min) || (max !== null && number > max)) {
        const range = `${min === null ? "any number" : String(min)} to ${max === null ? "any number" : String(max)}`
        return { wrong: `The score ${number} is not in the range of the scorer's output, ${range}.` }
      }
      return { value: number, label: typeof label === "string" ? cut(label, 400) : null }
    }
    case "boolean": {
      const number = asNumber(value)
      if (number !== 0 && number !== 1) return { wrong: `The score ${shown(value)} is neither true nor false.` }
      return { value: number, label: null }
    }
    case "label": {
      const said = label ?? value
      const known = output.labels.find((one) => one.label === said)
      if (known === undefined) return { wrong: `The label ${shown(said)} is none of the scorer's output.` }
      return { value: known.value, label: known.label }
    }
  }
}

const passes = ({ output, passAt, higherIsBetter }: OutputSettings, value: number | null) => {
  if (value === null) return null
  const at = passAt ?? (output.type === "boolean" ? Number(higherIsBetter) : null)
  if (at === null) return null
  return higherIsBetter ? value >= at : value <= at
}

export type OutputSettings = Pick<Settings, "output" | "passAt" | "higherIsBetter">

/**
 * Reads what a scorer, a judge, an app or a person says by the settings of the scorer. What its output can't hold is
 * `failed`, with what is wrong; no value and no label is `unscored`. Spends nothing: whoever paid says so.
 *
 * @example
 * recordOf({ output: { type: "boolean" }, passAt: null, higherIsBetter: true }, { value: true, explanation: "Says Paris." })
 * // { status: "scored", value: 1, label: null, passed: true, detail: '{"explanation":"Says Paris."}', spentMicros: 0 }
 */
export const recordOf = (settings: OutputSettings, raw: RawScore, logs?: string): Score => {
  const { explanation, metadata } = raw
  if (explanation !== undefined && explanation !== null && typeof explanation !== "string") {
    return failedScore({ code: "INVALID_SCORE", message: "The explanation of a score is a text." }, logs)
  }
  const kept = metadata === null ? undefined : metadata
  // Looked at up to its bound, whatever an app says.
  const written = runSteps(writeJson(kept, { most: bounds.metadata }))
  if ("tooMuch" in written && written.tooMuch === "depth") {
    return failedScore({ code: "INVALID_SCORE", message: "The metadata of a score is nested too deeply." }, logs)
  }
  if ("tooMuch" in written || Buffer.byteLength(written.text ?? "") > bounds.metadata) {
    return failedScore({ code: "RESULT_TOO_LARGE", message: "The metadata of a score is over 32 KiB of JSON." }, logs)
  }
  const beside = {
    explanation: cut(explanation ?? "", bounds.explanation),
    metadata: kept,
    logs: cut(logs ?? "", bounds.logs)
  }
  if ((raw.value ?? null) === null && (raw.label ?? null) === null) {
    return { status: "unscored", value: null, label: null, passed: null, detail: detailOf(beside), spentMicros: 0 }
  }
  const read = readScore(settings.output, raw)
  if ("wrong" in read) return failedScore({ code: "INVALID_SCORE", message: read.wrong }, logs)
  return {
    status: "scored",
    ...read,
    passed: passes(settings, read.value),
    detail: detailOf(beside),
    spentMicros: 0
  }
}
