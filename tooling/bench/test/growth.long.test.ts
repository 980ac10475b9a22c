import { createDatabase } from "@agent-operations/postgres-for-tests"
import { assert, inject, it } from "vitest"
import { openDatabase } from "../src/fill.ts"
import { actsOf, searches } from "../src/growth-cases.ts"
import { growthTables } from "../src/growth-page.ts"
import { measureGrowth } from "../src/growth-race.ts"
import { makePlaces, type Sizes } from "../src/places.ts"
import { startSubject, subjects } from "../src/subjects.ts"

const sizes: Sizes = {
  definitions: [20, 100],
  revisions: [5, 20],
  referrers: [5, 20],
  pages: [1, 3],
  projects: [1, 5]
}

it("every operation answers rightly at every size that growth is measured at", async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  const database = openDatabase(url)
  const places = await makePlaces(database.query, url, sizes)
  const kit = await startSubject(subjects.kit, { organizationId: "", projectId: "" }, { DATABASE_URL: url })
  let growths
  try {
    growths = await measureGrowth(kit.url, places, { connections: 2, rounds: 1, requests: 3 })
  } finally {
    await kit.stop()
    await database.close()
    await drop()
  }

  const operations = Object.values(actsOf).flat().length + searches.length
  assert.lengthOf(growths, operations)
  for (const { dimension, points } of growths) {
    assert.deepStrictEqual(
      points.map(({ size }) => size),
      [...sizes[dimension]]
    )
    for (const { p50, requests } of points) assert.isTrue(p50 > 0 && requests > 0)
  }
  const rows = growthTables(growths).matchAll(/^\| (?!---|operation)/gm)
  assert.lengthOf([...rows], operations)
})
