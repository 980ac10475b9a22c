/**
 * Writes the sections of the pages behind docs/reliability.md from the reports of long runs, which `faults`, `fuzz` and
 * `agent-operations-conformance` make with `--json`, named for them; other sections stay.
 *
 * @example
 * node tooling/checks/src/reliability.ts faults.json "fuzz on PGlite.json" "conformance on PGlite.json"
 */
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { basename, join } from "node:path"

/** A run of `faults` or `fuzz`; `tool` is what its report's file is called. */
interface Run {
  readonly tool: string
  readonly seed?: number
  readonly seconds: number
  readonly figures: ReadonlyArray<readonly [label: string, value: number | string]>
  readonly failures: ReadonlyArray<string>
}

/** A run of the laws against a server. */
interface Conformance {
  readonly seed: number
  readonly calls: number
  readonly verdicts: ReadonlyArray<{
    readonly law: string
    readonly title: string
    readonly seconds: number
    readonly outcome: { readonly status: string; readonly message?: string }
  }>
}

const runOf = (file: string): Run => {
  const report = JSON.parse(readFileSync(file, "utf8")) as Run | Conformance
  const tool = basename(file, ".json")
  if ("figures" in report) return { ...report, tool }
  const { seed, calls, verdicts } = report
  const of = (status: string) => verdicts.filter(({ outcome }) => outcome.status === status)
  return {
    tool,
    seed,
    seconds: verdicts.reduce((sum, { seconds }) => sum + seconds, 0),
    figures: [
      ["calls", calls],
      ["checks held", of("held").length],
      ["checks that the target had nothing for", of("not checked").length],
      ["laws held", new Set(of("held").map(({ law }) => law)).size]
    ],
    failures: of("broken").map(({ law, title, outcome }) => `${law}: ${title}: ${outcome.message}`)
  }
}

const today = new Date().toISOString().slice(0, 10)
const machine = `on ${availableParallelism()} cores with Node ${process.versions.node}`

const section = ({ tool, seed, seconds, figures, failures }: Run) =>
  [
    `## ${tool}`,
    "",
    `${seed === undefined ? "" : `Seed ${seed}, `}${Math.ceil(seconds / 60)} minutes, **${failures.length} failures**. Made on ${today}, ${machine}.`,
    "",
    "| | |",
    "|---|---|",
    ...figures.map(
      ([label, value]) => `| ${label} | ${typeof value === "number" ? value.toLocaleString("en") : value} |`
    ),
    ...failures.map((failure) => `\n- ${failure}`)
  ].join("\n")

const runs = process.argv.slice(2).map(runOf)
if (runs.length === 0) throw new Error("Name the reports: node tooling/checks/src/reliability.ts faults.json fuzz.json")

const docs = join(import.meta.dirname, "..", "..", "..", "docs")

/** The page of a tool's runs, by how the tool's name begins. */
const pages: ReadonlyArray<readonly [beginning: RegExp, page: string]> = [
  [/^histories|^versions/, "reliability-histories.md"],
  [/^fuzz|^conformance/, "reliability-inputs.md"],
  [/^soak/, "reliability-soak.md"],
  [/^/, "reliability-faults.md"]
]
const pageOf = (tool: string) => join(docs, pages.find(([beginning]) => beginning.test(tool))![1])

for (const [file, ofPage] of Map.groupBy(runs, ({ tool }) => pageOf(tool))) {
  const [head, ...present] = readFileSync(file, "utf8").split(/^(?=## )/m)
  const sections = new Map(present.map((text) => [/^## (.*)$/m.exec(text)![1]!, text.trim()]))
  for (const run of ofPage) sections.set(run.tool, section(run))
  writeFileSync(file, `${[head!.trim(), ...sections.values()].join("\n\n")}\n`)
}
