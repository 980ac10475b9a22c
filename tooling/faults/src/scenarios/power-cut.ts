import { existsSync } from "node:fs"
import { gather } from "../crowd.ts"
import { poweredPglite, poweredPostgres } from "../power/places.ts"
import type { Scenario } from "../scenario.ts"

const places = [
  { name: "PGlite", fsync: true, open: poweredPglite },
  { name: "PGlite", fsync: false, open: poweredPglite },
  { name: "PostgreSQL", fsync: true, open: poweredPostgres },
  { name: "PostgreSQL", fsync: false, open: poweredPostgres }
]

/** How many writes are acknowledged before a cut, and up to twice as many. */
const writesBefore = 100

/** Whether a disk that loses its power can be had here. */
export const canCutPower = (): boolean => process.getuid?.() === 0 && existsSync("/dev/fuse")

/**
 * The power cut in the middle of writes, on a disk that keeps what was synced and loses the rest: all of it, or any part.
 * Without fsync it is told what that takes; with it, nothing that was acknowledged. Laws: R1, R2, R4, R9.
 */
export const powerCut: Scenario = async ({ count, long, random, tell }) => {
  if (!canCutPower()) {
    return {
      figures: [["cuts of the power (no such disk can be had here)", 0]],
      failures: ["R9: not tried: it takes Linux, root and /dev/fuse"]
    }
  }
  const failures: Array<string> = []
  const figures: Array<readonly [string, number]> = []
  for (const { name, fsync, open } of long ? places : places.slice(0, 1)) {
    const title = `${name}, fsync ${fsync ? "on" : "off"}`
    let [acknowledged, lost, cutsWithLoss, damaged, pages] = [0, 0, 0, 0, 0]
    let place = await open(fsync)
    for (let n = 0; n < count; n++) {
      const { server } = place
      const crowd = await gather(server)
      await crowd.until(writesBefore + random() * writesBefore)
      // Every other time nothing survives that was not synced, else some of it.
      const seed = n % 2 === 0 ? undefined : Math.floor(random() * 2 ** 31)
      const broken: Array<string> = []
      try {
        pages += (await place.cut(seed)).pages
        await crowd.stop()
        const verdict = await crowd.verify()
        acknowledged += verdict.acknowledged
        lost += verdict.lost
        broken.push(...verdict.failures)
      } catch (error) {
        damaged++
        broken.push(`the database does not come back: ${String(error).slice(0, 500)}`)
        await crowd.stop()
        await place.close()
        place = await open(fsync)
      }
      if (broken.length > 0) cutsWithLoss++
      if (fsync) failures.push(...broken.map((line) => `${title}, cut ${n}, seed ${seed}: ${line}`))
      tell(
        `${title}: ${n + 1} of ${count} cuts, ${acknowledged} acknowledged, ${lost} lost, ${damaged} damaged ${broken[0] ?? ""}`
      )
    }
    await place.close()
    // Else what the disk forgets is not what the database wrote.
    if (!fsync && cutsWithLoss === 0) failures.push(`${title}: ${count} cuts lost nothing`)
    figures.push(
      [`${title}: cuts of the power in the middle of writes`, count],
      [`${title}: pages written and not synced that were lost with it`, pages],
      [`${title}: writes acknowledged, of databases that came back`, acknowledged],
      [`${title}: of them lost`, lost],
      [`${title}: databases that did not come back whole`, damaged],
      [`${title}: cuts that took anything acknowledged`, cutsWithLoss]
    )
  }
  return { figures, failures }
}
