/**
 * Measures how long a run of the kit takes against a server in another process of this machine, whole and quick in turns,
 * and keeps the median of each for docs/conformance.md. Nothing else should be busy.
 *
 *     NODE_OPTIONS=--conditions=@agent-operations/source node packages/conformance/test/time/run.ts --write
 */
import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { runConformance } from "../../src/run.ts"
import { startExample } from "../start-example.ts"

const { values } = parseArgs({
  options: { times: { type: "string", default: "3" }, write: { type: "boolean", default: false } }
})

const measure = async (quick: boolean) => {
  const { close, ...target } = await startExample("express")
  try {
    const begun = performance.now()
    const { calls, holds } = await runConformance(target, { quick })
    if (!holds) throw new Error("The server does not hold the laws, so that its time says nothing.")
    return { calls, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await close()
  }
}

const median = (all: ReadonlyArray<number>) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
type Run = Awaited<ReturnType<typeof measure>>
const runs: Record<"quick" | "whole", Array<Run>> = { quick: [], whole: [] }
for (let turn = 0; turn < Number(values.times); turn++)
  for (const which of ["quick", "whole"] as const) {
    const run = await measure(which === "quick")
    console.log(`${which}: ${run.calls} calls in ${run.seconds.toFixed(1)} s`)
    runs[which].push(run)
  }

const of = (all: ReadonlyArray<Run>) => ({
  calls: median(all.map(({ calls }) => calls)),
  seconds: Number(median(all.map(({ seconds }) => seconds)).toFixed(1))
})
const figures = {
  on: new Date().toISOString().slice(0, 10),
  cores: availableParallelism(),
  node: process.versions.node,
  times: Number(values.times),
  quick: of(runs.quick),
  whole: of(runs.whole)
}
if (values.write) writeFileSync(new URL("figures.json", import.meta.url), `${JSON.stringify(figures, undefined, 2)}\n`)
