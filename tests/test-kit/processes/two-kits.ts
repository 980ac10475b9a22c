/** Opens two kits for tests one after the other, on the server of the URL if one is given, and tells how long each took. */
import { testKit } from "@agent-operations/kit/testing"
import { families, view } from "../families.ts"

const [url] = process.argv.slice(2)
const database = url === undefined ? undefined : { url }

for (const name of ["First", "Second"]) {
  // clock: told to whoever runs this, and asserted by no test
  const [begin, before] = [performance.now(), process.cpuUsage()]
  const kit = await testKit({ families: families(), database })
  const { pageViews } = kit.as()
  const { id } = await pageViews.create(view(name))
  const { user, system } = process.cpuUsage(before)
  const { total } = await pageViews.list({ includeTotal: true })
  console.log(
    JSON.stringify({
      name: (await pageViews.get({ id })).name,
      total,
      // clock: as above
      millis: Math.round(performance.now() - begin),
      cpuMillis: Math.round((user + system) / 1000)
    })
  )
  await kit.close()
}
