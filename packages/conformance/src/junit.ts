import type { Coverage } from "./coverage.ts"
import { type Law, laws } from "./laws.ts"
import { rejectedAdvice, renderBroken } from "./report.ts"
import type { Report, Verdict } from "./run.ts"

/** What XML cannot have, not even escaped: control characters, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Text for XML. What it cannot have is written as JSON writes it. */
const written = (text: string) =>
  text
    .replaceAll(unwritable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll(/[&<>"]/g, (one) => entities[one]!)

/** Text for an attribute, where white space would become spaces. */
const quoted = (text: string) => written(text).replaceAll(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)

type Attributes = Readonly<Record<string, string | number>>

const element = (name: string, attributes: Attributes, ...inner: ReadonlyArray<string>): string => {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${quoted(String(value))}"`)
  const start = `<${name}${own.join("")}`
  return inner.length === 0 ? `${start}/>` : `${start}>${inner.join("")}</${name}>`
}

const outcomeOf = ({ outcome }: Verdict): ReadonlyArray<string> => {
  switch (outcome.status) {
    case "held":
      return []
    case "not checked":
      return [element("skipped", { message: outcome.why })]
    case "inconclusive":
      return [element("error", { type: "inconclusive", message: outcome.why })]
    case "broken":
      return [element("failure", { type: outcome.law, message: outcome.message }, written(renderBroken(outcome)))]
  }
}

const caseOf = (verdict: Verdict): string => {
  const { law, family = "server", title, covers, seconds } = verdict
  const attributes = { classname: `${law}.${family}`, name: title, time: seconds.toFixed(3) }
  const about = covers.length === 0 ? [] : [element("system-out", {}, written(`Requirements: ${covers.join(", ")}`))]
  return element("testcase", attributes, ...outcomeOf(verdict), ...about)
}

const countsOf = (verdicts: ReadonlyArray<Verdict>) => {
  const count = (status: string) => verdicts.filter(({ outcome }) => outcome.status === status).length
  const time = verdicts.reduce((sum, { seconds }) => sum + seconds, 0)
  return { tests: verdicts.length, failures: count("broken"), errors: count("inconclusive"), time: time.toFixed(3) }
}

const suiteOf = (law: Law, all: ReadonlyArray<Verdict>, coverage: ReadonlyArray<Coverage>): string => {
  const verdicts = all.filter((one) => one.law === law)
  const names = new Set<string>(verdicts.flatMap(({ covers }) => covers))
  const properties = coverage
    .filter(({ requirement }) => names.has(requirement) || requirement.startsWith(`${law}.`))
    .map(({ requirement, status, why }) =>
      element("property", { name: requirement, value: why === undefined ? status : `${status}: ${why}` })
    )
  const skipped = verdicts.filter(({ outcome }) => outcome.status === "not checked").length
  return element(
    "testsuite",
    { name: `${law}: ${laws[law]}`, ...countsOf(verdicts), skipped },
    ...(properties.length === 0 ? [] : [element("properties", {}, ...properties)]),
    ...verdicts.map(caseOf)
  )
}

/**
 * A report as JUnit XML, as CI servers read it: a suite for each law, and a case for each check. A broken law is a `failure`,
 * what could not be decided an `error`, and what was not checked is `skipped`, with the reason. The properties of a suite are
 * its requirements, each with what came of it.
 *
 * @example
 * writeFileSync("conformance.xml", renderJUnit(await runConformance(target)))
 */
export const renderJUnit = ({ url, verdicts, coverage, rejected, obstacle }: Report): string => {
  const lawsOf = Object.keys(laws) as ReadonlyArray<Law>
  const suites = lawsOf.filter((law) => verdicts.some((one) => one.law === law))
  const before = [
    ...(obstacle === undefined ? [] : [{ name: "the server can be checked", type: "obstacle", ...obstacle }]),
    ...rejected.map(({ kind, status, code, message }) => ({
      name: `the server takes the example of ${kind}`,
      type: "rejected",
      message: `${status} ${code}: ${message}`,
      advice: rejectedAdvice
    }))
  ]
  const count = before.length
  const casesBefore = before.map(({ name, type, message, advice }) =>
    element(
      "testcase",
      { classname: "preflight", name, time: "0.000" },
      element("error", { type, message }, written(advice))
    )
  )
  const suiteBefore = { name: "before any law", tests: count, failures: 0, errors: count, time: "0.000", skipped: 0 }
  const { tests, errors, ...others } = countsOf(verdicts)
  const counts = { tests: tests + count, failures: others.failures, errors: errors + count, time: others.time }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element(
      "testsuites",
      { name: `Agent Operations at ${url}`, ...counts },
      ...(count === 0 ? [] : [element("testsuite", suiteBefore, ...casesBefore)]),
      ...suites.map((law) => suiteOf(law, verdicts, coverage))
    ),
    ""
  ].join("\n")
}
