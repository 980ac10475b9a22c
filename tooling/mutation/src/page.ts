/**
 * Writes docs/reliability-mutation.md from what the runs noted in `figures.json`, or with `--check` fails if what is committed
 * is not that.
 */
import figures from "../figures.json" with { type: "json" }
import { writeGenerated } from "../../readme/src/documents/writeGenerated.ts"
import type { Figures } from "./figures.ts"
import { percent, wilson } from "./share.ts"

const rowOf = ([name, { seed, all, tried, caught, explained, date }]: readonly [string, Figures]) => {
  const told = tried - explained
  const [lower, upper] = wilson(caught, told)
  const interval = `${percent(lower)} to ${percent(upper)}`
  const cells = [
    `\`${name}\``,
    all,
    tried,
    caught,
    explained,
    told - caught,
    percent(caught / told),
    interval,
    seed,
    date
  ]
  return `| ${cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)).join(" | ")} |`
}

const rows = Object.entries(figures as Readonly<Record<string, Figures>>).map(rowOf)

writeGenerated(
  "docs/reliability-mutation.md",
  `# Faults that a machine made

[Mutation runs](../tooling/mutation/README.md) change the packages' code, one fault at a time, and run the tests that execute it.
A fault is a condition that is taken away, another operator, an effect that is left out, a statement with a part missing. Of each
package or family a sample is tried, which a seed drew. A fault that no test can notice is explained, and left out of the share.
The interval is Wilson's, at 95 %.

| package | faults there are | tried | caught | explained | survived | caught of those not explained | interval | seed | date |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`
)
