import type { Run, Target } from "./model.ts"

// What XML cannot have, not even escaped: control characters, and halves of surrogate pairs.
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const quoted = (value: string | number): string =>
  String(value)
    .replaceAll(unwritable, "\ufffd")
    .replaceAll(/[&<>"]/g, (one) => entities[one]!)
    .replaceAll(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)

const tag = (name: string, attributes: Readonly<Record<string, string | number>>, inner = ""): string => {
  const start = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${quoted(value)}"`)
    .join("")}`
  return inner === "" ? `${start}/>` : `${start}>${inner}</${name}>`
}

/** What is wrong with a target: it failed, or a score of it does not pass. A score that is missing is told, and is no failure. */
const faultOf = ({ status, errorCode, scores }: Target): string | undefined => {
  if (status === "failed") return errorCode ?? "failed"
  const wrong = Object.entries(scores).filter(([, score]) => score.passed === false || score.status === "failed")
  return wrong.length === 0 ? undefined : wrong.map(([alias]) => alias).join(", ")
}

const caseOf = (run: Run, target: Target): string => {
  const { itemId, externalId, repetition, durationMs, status } = target
  const attributes = {
    classname: run.name,
    name: `${externalId ?? itemId} #${repetition}`,
    time: ((durationMs ?? 0) / 1000).toFixed(3)
  }
  if (status === "cancelled")
    return tag("testcase", attributes, tag("skipped", { message: "The run ended before it." }))
  const fault = faultOf(target)
  return tag("testcase", attributes, fault === undefined ? "" : tag("failure", { message: fault, type: target.id }))
}

/** The targets of a run as JUnit's XML, which services of CI show: one that failed, or did not pass, is a failure. */
export const junit = (run: Run, targets: ReadonlyArray<Target>): string => {
  const failures = targets.filter((target) => target.status !== "cancelled" && faultOf(target) !== undefined).length
  const skipped = targets.filter(({ status }) => status === "cancelled").length
  const counts = { name: run.name, tests: targets.length, failures, skipped }
  const cases = targets.map((target) => caseOf(run, target)).join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag("testsuites", {}, tag("testsuite", counts, `\n${cases}\n`))}\n`
}
