/**
 * Histories of many definitions, and whether one order explains each: at two processes on one PostgreSQL, or in this one
 * with its statements in an order that is drawn from the seed.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/faults/src/histories/main.ts --minutes 10 --seed 7
 */
import { parseArgs } from "node:util"
import { postgres } from "../databases.ts"
import { endLeftovers } from "../leftovers.ts"
import { disturbed, startPair } from "./pair.ts"
import { runHistories } from "./run.ts"
import { startSimulation } from "./simulate.ts"

const { values: given } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    same: { type: "boolean", default: false },
    simulated: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
})

const [seed, millis] = [Number(given.seed), Number(given.minutes) * 60_000]
const { settings, remove } = await postgres()
const open = async (url: string) => {
  if (given.simulated) return startSimulation(url)
  const pair = await startPair(url)
  return { player: disturbed(pair), close: pair.stop }
}
const began = performance.now()
const outcome = await endLeftovers(async () => {
  const { player, close } = await open(settings.DATABASE_URL)
  const played = await runHistories(player, {
    seed,
    same: given.same,
    isOver: () => performance.now() - began > millis,
    tell: (line) => console.error(line)
  })
  await close()
  return played
})
await remove()
const seconds = Math.round((performance.now() - began) / 1000)
if (given.json) console.log(JSON.stringify({ tool: "histories", seed, seconds, ...outcome }))
else {
  for (const [label, value] of outcome.figures) console.log(`${String(value).padStart(8)}  ${label}`)
  for (const failure of outcome.failures) console.log(`FAILED  ${failure}`)
  console.log(`${outcome.failures.length} failures in ${seconds} s (seed ${seed})`)
}
process.exitCode = outcome.failures.length === 0 ? 0 : 1
