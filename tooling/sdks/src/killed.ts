import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { clientOf, exporterVariables, type World } from "./world.ts"

/**
 * What is lost of spans that were acknowledged to a program whose server is killed and started again while it sends: nothing
 * is to be, nor to be there twice.
 */
export const killed = async (world: World, killAndRestart: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const child = spawn(process.execPath, ["many.mjs"], {
    cwd: world.directory,
    env: { PATH: process.env["PATH"], ...exporterVariables(world) },
    stdio: ["pipe", "pipe", "inherit"]
  })
  let printed = ""
  child.stdout.on("data", (chunk: Buffer) => (printed += String(chunk)))
  const ended = once(child, "exit")
  const lines = () => printed.split("\n").filter((line) => line !== "")
  const moreThan = async (count: number) => {
    const deadline = AbortSignal.timeout(60_000)
    while (lines().length < count && child.exitCode === null && !deadline.aborted) await sleep(10)
  }
  await moreThan(200)
  await killAndRestart()
  const before = lines().length
  await moreThan(before + 200)
  child.stdin.end("\n")
  await ended
  const acknowledged = lines().map((line) => line.split(" ") as [traceId: string, spanId: string])
  const { traces } = clientOf(world)
  const faultsOf = async ([traceId, of]: [string, typeof acknowledged]) => {
    const { trace, spans } = await traces.get({ id: traceId })
    const kept = new Set(spans.map(({ id }) => id))
    const lost = of.filter(([, spanId]) => !kept.has(spanId)).map((pair) => `lost: ${pair.join(" ")}`)
    const isDoubled = trace.spanCount > 5 || kept.size !== spans.length
    return isDoubled ? [...lost, `${traceId} has ${trace.spanCount} spans`] : lost
  }
  const runs = [...Map.groupBy(acknowledged, ([traceId]) => traceId)]
  const lost: Array<string> = []
  for (let at = 0; at < runs.length; at += 10)
    lost.push(...(await Promise.all(runs.slice(at, at + 10).map(faultsOf))).flat())
  const isContinued = acknowledged.length >= before + 200
  return isContinued ? lost : [`after the restart only ${acknowledged.length - before} were acknowledged`, ...lost]
}
