import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import type { Report } from "@agent-operations/conformance"
import { families } from "./conformance-targets.ts"

const path = `${import.meta.dirname}/../../../packages/conformance/test/time/server.json`

const figuresOf = ({ calls, coverage, verdicts }: Report, scale: number, seconds: number) => {
  const count = (status: string) => verdicts.filter(({ outcome }) => outcome.status === status).length
  const whys = verdicts.flatMap(({ outcome }) => (outcome.status === "not checked" ? [outcome.why] : []))
  return {
    on: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    node: process.versions.node,
    scale,
    families: families.length,
    requirements: coverage.length,
    requirementsHeld: coverage.filter(({ status }) => status === "held").length,
    checks: verdicts.length,
    held: count("held"),
    notChecked: Object.fromEntries([...Map.groupBy(whys, (why) => why)].map(([why, all]) => [why, all.length])),
    calls,
    seconds: Math.round(seconds)
  }
}

/**
 * Keeps the figures of a run for docs/conformance.md, where that is asked for and every law held:
 *
 *     FIGURES=write npm run test:long -- apps/server/test/conformance.long.test.ts && npm run generate
 */
export const keepFigures =
  (database: string, scale: number) =>
  (report: Report, seconds: number): void => {
    if (process.env["FIGURES"] !== "write" || !report.holds) return
    const kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as object) : {}
    const figures = { ...kept, [database]: figuresOf(report, scale, seconds) }
    writeFileSync(path, `${JSON.stringify(figures, undefined, 2)}\n`)
  }
