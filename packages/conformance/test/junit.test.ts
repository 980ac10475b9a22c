import { readFileSync } from "node:fs"
import { renderJUnit, type Report, runConformance, type Verdict } from "@agent-operations/conformance"
import { assert, describe, it } from "vitest"
import { validateXML } from "xmllint-wasm"
import { coverageOf, sharesOf } from "../src/coverage.ts"
import { toyServer } from "./toy/server.ts"

const schema = readFileSync(`${import.meta.dirname}/junit.xsd`, "utf8")

/** XML that libxml2, which most readers of JUnit are made of, takes by the schema; the text that it reads, without spaces. */
const assertValid = async (contents: string) => {
  const { errors, normalized } = await validateXML({
    xml: { fileName: "report.xml", contents },
    schema: { fileName: "junit.xsd", contents: schema },
    normalization: "format"
  })
  assert.deepStrictEqual(errors, [])
  return normalized
}

const verdictOf = (outcome: Verdict["outcome"], more: Partial<Verdict> = {}): Verdict => ({
  law: "R3",
  family: "pageViews",
  title: "page_view: a stale revision is CONFLICT",
  covers: ["R3.stale"],
  outcome,
  seconds: 0.25,
  ...more
})

const reportOf = (verdicts: ReadonlyArray<Verdict>): Report => {
  const coverage = coverageOf(verdicts, false)
  const holds = verdicts.every(({ outcome }) => outcome.status === "held")
  const run = { url: "http://localhost:4400", seed: 7, calls: 1, tries: { races: 0, reads: {} }, rejected: [] }
  return { ...run, verdicts, coverage, shares: sharesOf(coverage, verdicts), holds }
}

describe("a report as JUnit XML", () => {
  it("has a suite for each law, with what came of each check and of each requirement", async () => {
    const history = [{ sent: 'update {"a":"<b>"}', answered: "200 {}" }]
    const xml = await assertValid(
      renderJUnit(
        reportOf([
          verdictOf({ status: "held" }),
          verdictOf({ status: "broken", law: "R3", message: "it was answered 200", history }),
          verdictOf({ status: "inconclusive", why: "it was away" }, { law: "R4", covers: ["R4.one"] }),
          verdictOf({ status: "not checked", why: "the target has no foreign" }, { law: "A3", covers: ["A3.project"] })
        ])
      )
    )
    assert.match(xml, /<testsuites name="Agent Operations at \S+" tests="4" failures="1" errors="1" time="1.000">/)
    assert.match(xml, /<testsuite name="R3: A stale expectedRevision [^"]+" tests="2" failures="1" errors="0"/)
    assert.include(xml, '<property name="R3.stale" value="broken"/>')
    assert.include(xml, '<property name="R4.one" value="inconclusive: it was away"/>')
    assert.include(xml, '<property name="A3.project" value="not looked at: the target has no foreign"/>')
    assert.include(xml, '<property name="R4.recent" value="not looked at: no check of it was asked for"/>')
    assert.include(xml, '<failure type="R3" message="it was answered 200">R3: it was answered 200')
    assert.include(xml, '&gt; update {"a":"&lt;b&gt;"}')
    assert.include(xml, '<error type="inconclusive" message="it was away"/>')
    assert.include(xml, '<skipped message="the target has no foreign"/>')
    assert.include(xml, "<system-out>Requirements: R3.stale</system-out>")
  })

  it("can be read whatever a server answered", async () => {
    const odd = "\0\x01\x0b\x1f\x7f\x85\ud800 \udc00\ufffe\uffff \u{1f600} ]]> <!-- & &amp; \" ' \t\r\n\u2028"
    const history = [{ sent: odd, answered: odd }]
    const outcome = { status: "broken", law: "E4", message: odd, history } as const
    const xml = await assertValid(
      renderJUnit(reportOf([verdictOf(outcome, { title: odd }), verdictOf({ status: "inconclusive", why: odd })]))
    )
    assert.include(xml, "\\u0000\\u0001\\u000b\\u001f")
    assert.include(xml, "\\ud800 \\udc00\\ufffe\\uffff \u{1f600} ]]&gt; &lt;!-- &amp; &amp;amp;")
  })

  it("says why nothing was checked", async () => {
    const report = await runConformance({ ...toyServer(), key: "no" })
    const xml = await assertValid(renderJUnit(report))
    assert.match(xml, /<testsuites [^>]*tests="1" failures="0" errors="1"/)
    assert.match(xml, /<error type="obstacle" message="The credential of --key is not accepted \(401\)\.">/)
  })
})
