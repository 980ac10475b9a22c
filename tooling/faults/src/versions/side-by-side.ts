import { gather } from "../crowd.ts"
import { postgres } from "../databases.ts"
import type { Outcome } from "../scenario.ts"
import { start, stop } from "../server.ts"
import { brokenIn, conform, count, type Verdicts } from "./conform.ts"

export interface SideBySide {
  /** The repositories as the older and the newer version have them. */
  readonly older: string
  readonly newer: string
  readonly seed: number
  readonly tell: (line: string) => void
}

/**
 * Holds two versions that serve one PostgreSQL to the laws, each by the suite of its own, while clients write by both in
 * turns. The older suite tells what the older version held alone, before the tables were migrated: it has to hold
 * beside the newer version, too. The newer version has to hold everything. What either answers the clients has to be explained
 * by one order. The newer suite says nothing of the older version, nor the older one of the newer: what they promise
 * may differ.
 */
export const sideBySide = async ({ older, newer, seed, tell }: SideBySide): Promise<Outcome> => {
  const { settings, remove } = await postgres()
  const old = await start(settings, {}, older)
  const alone = await conform(older, old, seed)
  tell(`the older version alone held ${count(alone, "held")} checks`)
  const young = await start(settings, old, newer)
  const serving = [old, young]
  let turn = 0
  const crowd = await gather(() => serving[turn++ % 2]!, { clients: 2 })
  const beside = await conform(older, old, seed)
  tell(`beside the newer one it held ${count(beside, "held")}`)
  const whole = await conform(newer, young, seed)
  tell(`the newer version beside it held ${count(whole, "held")}`)
  await crowd.stop()
  const { acknowledged, unknown, failures } = await crowd.verify()
  for (const server of serving) await stop(server)
  await remove()

  const told = (who: string, verdicts: Verdicts): Outcome["figures"] =>
    ["held", "broken", "inconclusive", "not checked"].map((status) => [`${who}: ${status}`, count(verdicts, status)])
  return {
    figures: [
      ...told("checks of the older version alone, by its own suite", alone),
      ...told("checks of the older version beside the newer one, by its own suite", beside),
      ...told("checks of the newer version beside the older one, by its own suite", whole),
      ["writes acknowledged by both in turns meanwhile", acknowledged],
      ["of these calls without an answer", unknown]
    ],
    failures: [
      ...brokenIn(beside, alone).map((failure) => `only beside the newer version: ${failure}`),
      ...brokenIn(whole).map((failure) => `beside the older version: ${failure}`),
      ...failures
    ]
  }
}
