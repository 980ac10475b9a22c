import { startSampleApps } from "@agent-operations/sample-apps"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { startSubject, subjects } from "../subjects.ts"
import { type OpenKit, openKit } from "./open.ts"
import { makeParts, timeRun } from "./runs.ts"

/** Targets a second of one turn, by what worked on them. */
export interface RunsRound {
  readonly kit: number
  /** Two processes on the same database. */
  readonly two: number
  readonly floor: number
  readonly pglite: number
}

export interface RunsPace {
  readonly rounds: number
  /** Items of each run. */
  readonly items: number
}

const atOnce = 20

const floor = {
  name: "floor",
  script: `${import.meta.dirname}/../subjects/evaluations-floor.ts`,
  protocol: subjects.floor.protocol
} as const

const runFloor = async (floorUrl: string, url: string, items: number): Promise<number> => {
  const response = await fetch(floorUrl, { method: "POST", body: JSON.stringify({ url, items, atOnce }) })
  if (response.status !== 200) throw new Error(await response.text())
  return ((await response.json()) as { seconds: number }).seconds
}

/** How fast runs of cases that cost nothing are worked on, in turns. */
export const raceRuns = async (postgres: string, { rounds, items }: RunsPace): Promise<ReadonlyArray<RunsRound>> => {
  const apps = await startSampleApps()
  const url = apps.url("free")
  const { url: floorDatabase } = await createDatabase(postgres)
  const byHand = await startSubject(floor, { organizationId: "", projectId: "" }, { DATABASE_URL: floorDatabase })
  const kits: Array<OpenKit> = []
  const lane = async (...opened: Parameters<typeof openKit>) => {
    const kit = await openKit(...opened)
    kits.push(kit)
    const parts = await makeParts(kit.ask, url, items)
    return async () => items / (await timeRun(kit.ask, parts, items))
  }
  try {
    const one = await lane({ postgres }, apps.origin)
    const two = await lane({ postgres }, apps.origin, subjects.kit2)
    const embedded = await lane("PGlite", apps.origin)
    const turn = async (): Promise<RunsRound> => ({
      kit: await one(),
      floor: items / (await runFloor(byHand.url, url, items)),
      two: await two(),
      pglite: await embedded()
    })
    // The first is to warm up.
    await turn()
    const all: Array<RunsRound> = []
    for (let n = 0; n < rounds; n++) all.push(await turn())
    return all
  } finally {
    for (const kit of kits) await kit.close()
    await byHand.stop()
    await apps.close()
  }
}
