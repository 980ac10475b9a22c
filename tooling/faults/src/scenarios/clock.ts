import { fewPlaces, places } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { ok, preload, type Running, start, stop } from "../server.ts"

/** How the clock stands at one start after the other, at a few of them and at many. */
const short = [400, -400]
const long = [0, 400, -400, 0]
const dayMillis = 24 * 60 * 60 * 1000

/** The server's clock 400 days on and back between writes: no order depends on it. Laws: R1, P1, P6. */
export const clock: Scenario = async ({ long: isLong, tell }) => {
  const days = isLong ? long : short
  const turned = isLong ? places : fewPlaces
  const failures: Array<string> = []
  for (const [name, open] of turned) {
    const { settings, known, remove } = await open()
    let server: Running | undefined
    const ids: Array<string> = []
    let revised: { id: string; revision: number } | undefined
    for (const [n, day] of days.entries()) {
      const { NODE_OPTIONS: loads, ...shift } = preload("clock", { CLOCK_SHIFT_MILLIS: day * dayMillis })
      // Beside what tests load, by which a database begins from an image: how it is made is not what is turned here.
      const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} ${loads}`.trim()
      server = await start({ ...settings, ...shift, NODE_OPTIONS }, server ?? known ?? {})
      const pageView = { name: `Clock ${n}`, source: { type: "table" }, settings: { target: "traces" } }
      ids.push((await ok<{ id: string }>(server, "create_page_view", pageView)).id)
      revised ??= { id: ids[0]!, revision: 1 }
      const input = { id: revised.id, expectedRevision: revised.revision, description: `${day}` }
      revised = await ok<{ id: string; revision: number }>(server, "update_page_view", input)
      const list = await ok<{ items: ReadonlyArray<{ id: string }> }>(server, "list_page_views", { search: "Clock" })
      const listed = list.items.map(({ id }) => id).join()
      if (listed !== ids.toReversed().join()) failures.push(`P1: ${name}, ${day} days: the list is ${listed}`)
      const history = await ok<{ items: ReadonlyArray<{ revision: number }> }>(server, "get_page_view_history", {
        id: revised.id
      })
      const revisions = history.items.map(({ revision }) => revision).join()
      const wanted = Array.from({ length: n + 2 }, (_, i) => n + 2 - i).join()
      if (revisions !== wanted) failures.push(`P6: ${name}, ${day} days: the history is ${revisions}`)
      await stop(server)
      tell(`${name}: the clock turned by ${day} days`)
    }
    await remove()
  }
  return { figures: [["turns of the clock by 400 days", (days.length - 1) * turned.length]], failures }
}
