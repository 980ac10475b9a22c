/**
 * Writes the exit codes of the README, docs/conformance.md and a page for each group of requirements below docs/conformance/, or with `--check` fails if what
 * is committed is not what the code says.
 */
import { existsSync, readFileSync } from "node:fs"
import { viewFamilies } from "@agent-operations/contract"
import { apps } from "@agent-operations/contract/apps"
import { datasets } from "@agent-operations/contract/datasets"
import { prompts } from "@agent-operations/contract/prompts"
import { traces } from "@agent-operations/contract/traces"
import { writeTables } from "../../../tooling/readme/src/documents/tables.ts"
import { writeGenerated } from "../../../tooling/readme/src/documents/writeGenerated.ts"
import { exitCodes } from "../src/command/exit-codes.ts"
import { racesAt, shownProbability } from "../src/power.ts"
import {
  everywhere,
  isOfApps,
  isOfDatasets,
  isOfEvaluations,
  isOfPrompts,
  isOfReviews,
  type Requirement,
  requirements,
  unseen
} from "../src/requirements/index.ts"
import { checksOf } from "../src/run.ts"
import { servedOf } from "../src/served.ts"
import { faults } from "../test/toy/faults/index.ts"
import { appFaults } from "../test/toy/apps/faults.ts"
import { datasetFaults } from "../test/toy/datasets/faults.ts"
import { evaluationFamilies } from "../test/toy/evaluations/families.ts"
import { evaluationFaults } from "../test/toy/evaluations/faults.ts"
import { promptFaults } from "../test/toy/prompts/faults.ts"
import { reviewFamilies } from "../test/toy/reviews/families.ts"
import { reviewFaults } from "../test/toy/reviews/faults.ts"
import { traceFaults } from "../test/toy/traces/faults.ts"
import figures from "../test/toy/machine/figures.json" with { type: "json" }
import type { SeedFigures } from "../test/toy/faults/run.ts"
import time from "../test/time/figures.json" with { type: "json" }
import server from "../test/time/server.json" with { type: "json" }
import { survived } from "../test/toy/machine/survived.ts"

// Of datasets, prompts, reviews, evaluations and apps, what they have beside what every kind is held to.
const checks = [
  ...checksOf(servedOf([...viewFamilies, traces]), {}),
  ...checksOf(servedOf([datasets]), {}).filter(({ covers }) => covers.some(isOfDatasets)),
  ...checksOf(servedOf([prompts]), {}).filter(({ covers }) => covers.some(isOfPrompts)),
  ...checksOf(servedOf(reviewFamilies), {}).filter(({ covers }) => covers.some(isOfReviews)),
  ...checksOf(servedOf(evaluationFamilies), {}).filter(({ covers }) => covers.some(isOfEvaluations)),
  ...checksOf(servedOf([prompts, apps]), {}).filter(({ covers }) => covers.some(isOfApps))
]
const caught = [faults, traceFaults, datasetFaults, promptFaults, reviewFaults, evaluationFaults, appFaults].flatMap(
  (wrong) => Object.entries(wrong)
)

/** The titles of the checks of a requirement, each once: those of several kinds or families differ in what stands before. */
const titlesOf = (requirement: Requirement): ReadonlyArray<string> =>
  everywhere.includes(requirement)
    ? ["every answer to every check"]
    : [
        ...new Set(
          checks
            .filter(({ covers }) => covers.includes(requirement))
            .map(({ title }) => title.replace(/^[\w ]+?: /, ""))
        )
      ]

const rowOf = ([name, text]: readonly [string, string]) => {
  const requirement = name as Requirement
  const found = caught.filter(([, fault]) => fault.requirement === requirement).map(([what]) => what)
  return `| \`${name}\` | ${text} | ${titlesOf(requirement).join("; ")} | ${found.join("; ")} |`
}

const powerAt = (scale: number) => {
  const races = racesAt(scale, false)
  const shares = [10, 50, 200, 1000].map((oneIn) => shownProbability(oneIn, races))
  return `| ${scale} | ${races} | ${shares.join(" | ")} |`
}

const share = (caught: number, held: number) => (held === 0 ? "" : `${((100 * caught) / held).toFixed(1)} %`)
const held = figures.byGroup.reduce((sum, one) => sum + one.held, 0)
const caughtByKit = figures.byGroup.reduce((sum, one) => sum + one.caught, 0)

/** A sentence for each of those that were not caught: why, if that is known. */
const survivors = figures.survivors.map(({ title, fired }) => {
  const why = survived[title] ?? (fired === 0 ? "no answer was wrong" : undefined)
  return `- ${title}${why === undefined ? "" : `: ${why}`}`
})

/** How many of the faults are caught at each of some seeds, where that was looked at. */
const overSeeds = () => {
  const figuresPath = `${import.meta.dirname}/../test/toy/faults/figures.json`
  if (!existsSync(figuresPath)) return ""
  const { seeds, faults: all, atAll, missed } = JSON.parse(readFileSync(figuresPath, "utf8")) as SeedFigures
  const others = missed.map(({ name, caught: times }) => `\n- a server that ${name}: ${times} of ${seeds}`)
  const end = others.length === 0 ? "." : `; the others at some of them:\n${others.join("")}`
  return `\nCaught over ${seeds} seeds: ${atAll} of ${all} servers at each of them${end}\n`
}

type ServerFigures = Readonly<
  Omit<(typeof server)["PGlite"], "notChecked"> & { readonly notChecked: Readonly<Record<string, number>> }
>
const ofServer: ReadonlyArray<readonly [database: string, figures: ServerFigures]> = Object.entries(server).toSorted(
  ([one], [other]) => (one < other ? -1 : 1)
)

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)

const rowOfServer = (what: string, of: (figures: ServerFigures) => string | number) =>
  `| ${what} | ${ofServer.map(([, figures]) => of(figures).toLocaleString("en")).join(" | ")} |`

/** How many checks were not made on each database, by why not. */
const whysOfServer = [...new Set(ofServer.flatMap(([, { notChecked }]) => Object.keys(notChecked)))]

const reference = `## The reference server

[The reference server](../apps/server/README.md) is held to all laws over all its families, with every key, project and
organization that the suite can use, at \`--scale ${server.PGlite.scale}\`. ${ofServer
  .map(([database, { on, cores, node }]) => `On ${database}: ${on}, ${cores} cores, Node ${node}`)
  .join(". ")}.

| | ${ofServer.map(([database]) => database).join(" | ")} |
|---|${ofServer.map(() => "---|").join("")}
${rowOfServer("families", ({ families }) => families)}
${rowOfServer("requirements", ({ requirements }) => requirements)}
${rowOfServer("of these, seen by no client", () => Object.keys(unseen).length)}
${rowOfServer("of these, held", ({ requirementsHeld }) => requirementsHeld)}
${rowOfServer("checks", ({ checks }) => checks)}
${rowOfServer("of these, held", ({ held }) => held)}
${rowOfServer("of these, not checked", ({ notChecked }) => sum(Object.values(notChecked)))}
${rowOfServer("calls", ({ calls }) => calls)}
${rowOfServer("seconds, beside whatever else the machine did", ({ seconds }) => seconds)}

Why checks were not made:

| why | ${ofServer.map(([database]) => database).join(" | ")} |
|---|${ofServer.map(() => "---|").join("")}
${whysOfServer.map((why) => rowOfServer(why, ({ notChecked }) => notChecked[why] ?? 0)).join("\n")}`

const machine = `## Servers that a machine made wrong

Operators over the contract make ${figures.made.toLocaleString("en")} servers that are wrong in one place each: for every operation, every place of
what it takes and answers, every error that it declares, and every part of the document. ${figures.equivalent.toLocaleString("en")} of them no client can tell
from the right one, by rules that \`test/toy/machine/equivalent.ts\` lists. Of a sample of ${held.toLocaleString("en")} of the others, drawn by
a seed that no check was written for (${figures.seed}), ${caughtByKit.toLocaleString("en")} were caught, ${share(caughtByKit, held)}, with \`--scale 0.3\`.
\`test/toy/machine/run.ts\` holds all, or a sample of them, and a test ${figures.examples.length} of them at every change, which are drawn as well.

| operators over | servers | held | caught | share | not caught, and no answer was wrong |
|---|---|---|---|---|---|
${figures.byGroup
  .map(
    ({ group, made, held, caught, without }) =>
      `| ${group} | ${made} | ${held} | ${caught} | ${share(caught, held)} | ${without} |`
  )
  .join("\n")}

Not caught of the sample:

${survivors.join("\n")}`

/** The pages of requirements: a file, a title, and the names of those that it has. The last one has all others. */
const groups = [
  ["revisions", "Revisions and references", /^(?:R\d|revision|update|delete|create|dependencies)/],
  ["paging", "Lists and pages", /^(?:P\d|page|list|history|order|get)/],
  ["access", "Access, errors and the contract", /^(?:[AEC]\d|error|header|key)/],
  ["validation", "Validation", /^(?:V\d|validation)/],
  ["traces", "Traces and metrics", /^(?:[TM]\d|otlp|record)/],
  ["definitions", "Shapes of definitions", /^(?:definition|custom)/],
  ["evaluations", "Prompts, datasets, evaluations and reviews", /^/]
] as const

const groupOf = (name: string) => groups.find(([, , names]) => names.test(name))![0]
const byGroup = Map.groupBy(Object.entries(requirements), ([name]) => groupOf(name))

const pagesOfGroups = groups.map(([file, title], n) => {
  const rows = byGroup.get(file) ?? []
  return [
    `conformance/${file}.md`,
    `# ${title}

What servers are held to, ${n + 1} of ${groups.length}: ${rows.length} requirements, each with the checks that look at it, and with the wrong servers that a
test sees caught. [What servers are held to](../conformance.md) explains the columns.

| name | a server is right where | looked at by | caught: a server that |
|---|---|---|---|
${rows.map(rowOf).join("\n")}
`
  ] as const
})

const list = groups
  .map(([file, title]) => `| [${title}](conformance/${file}.md) | ${byGroup.get(file)?.length ?? 0} |`)
  .join("\n")

const page = `# What servers are held to

Generated from the checks of [\`@agent-operations/conformance\`](../packages/conformance/README.md). Each requirement is a
sentence, of a law of [SPEC.md](../SPEC.md) where its name begins with the number of one. A check looks at it from outside, and
servers that are wrong in one place each show that the check can fail. At every change each of these ${caught.length} servers is
caught. There are ${Object.keys(requirements).length} requirements and ${checks.length} checks of page views, custom fields, traces, datasets, prompts, reviews and apps; a server is held
to those of the families that it serves, and a host's own families to those that are of any.

| requirements | |
|---|---|
${list}

${overSeeds()}
## What goes wrong by chance

A run makes many races of two updates, with reads of each operation beside and after them, over all kinds. A fault that
shows in one of N is found with this probability; a run tells its own at its end.

| scale | races | one in 10 | one in 50 | one in 200 | one in 1,000 |
|---|---|---|---|---|---|
${[0.3, 1, 10].map(powerAt).join("\n")}

## How long a run takes

Against [a server](../packages/kit/examples/express.ts) on PGlite in memory, in another process of the same ${time.cores} cores,
with Node ${time.node}, on ${time.on}; the median of ${time.times} runs.

| run | calls | seconds |
|---|---|---|
| whole | ${time.whole.calls.toLocaleString("en")} | ${time.whole.seconds} |
| \`--quick\` | ${time.quick.calls.toLocaleString("en")} | ${time.quick.seconds} |

${reference}

${machine}

## What is not looked at

| name | a server is right where | why it is not looked at |
|---|---|---|
${Object.entries(unseen)
  .map(([name, { text, why }]) => `| \`${name}\` | ${text} | ${why} |`)
  .join("\n")}
`

writeTables("packages/conformance/README.md", [{ heads: ["exit code", "meaning"], rows: Object.entries(exitCodes) }])

writeGenerated("docs/conformance.md", page)
for (const [file, text] of pagesOfGroups) writeGenerated(`docs/${file}`, text)
