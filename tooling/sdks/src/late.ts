import { spawn } from "node:child_process"
import { once } from "node:events"
import { isDeepStrictEqual } from "node:util"
import { clientOf, exporterVariables, type World } from "./world.ts"

/** What is wrong after a span that comes late, and after all spans come twice. */
export const lateAndTwice = async (world: World): Promise<ReadonlyArray<string>> => {
  const { traces } = clientOf(world)
  const child = spawn(process.execPath, ["late.mjs"], {
    cwd: world.directory,
    env: { PATH: process.env["PATH"], ...exporterVariables(world) },
    stdio: ["pipe", "pipe", "inherit"]
  })
  /** What the program says next, once it was told to go on. */
  const said = async (goOn: boolean): Promise<string> => {
    const line = once(child.stdout, "data", { signal: AbortSignal.timeout(30_000) })
    if (goOn) child.stdin.write("\n")
    return String((await line)[0])
  }
  const stateOf = async () => {
    const [found] = (await traces.list({ limit: 1 })).items
    return traces.get({ id: found!.id })
  }
  try {
    await said(false)
    const rooted = await stateOf()
    await said(true)
    const late = await stateOf()
    const again = await said(true)
    const twice = await stateOf()
    const of = ({ trace }: typeof late) => [trace.name, trace.status, trace.totalTokens, trace.cost, trace.input]
    return [
      ...(rooted.trace.spanCount === 2 && late.trace.spanCount === 3 ? [] : ["the late span is not there alone"]),
      ...(isDeepStrictEqual(of(late), of(rooted))
        ? []
        : [`the late span changed ${JSON.stringify([of(rooted), of(late)])}`]),
      ...(again.startsWith("All were sent again: 0.") ? [] : [again]),
      ...(isDeepStrictEqual(twice, late) ? [] : ["what was sent twice changed something"])
    ]
  } finally {
    child.kill()
  }
}
