import { PageView } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { sendOnce } from "../src/transport.ts"
import { databases, startKit } from "./kit.ts"
import { operations } from "./served.ts"
import { mannWhitney, median } from "./tenancy/timing.ts"

const find = (id: string) => operations.find((one) => one.id === id)

describe.each(databases)("what is another organization's, on $name", (database) => {
  it("A3: is answered in the same time as what there is not", async () => {
    const running = await startKit(database)
    const { key, projectId, foreign } = running.credentials
    const client = (as: { readonly key: string; readonly projectId: string }) =>
      makeClient(
        find,
        (sent) => sendOnce({ url: "http://tenancy.test", fetch: running.kit.fetch, ...as }, sent, 30_000),
        as,
        () => {}
      )
    const { source, settings } = PageView.example
    const { id } = await client(foreign!).ok("create_page_view", { name: "Theirs", source, settings })
    const ids = [id, "pv_7zzzzzzzzzzzzzzzzzzzzzzzzz"]
    const owner = client({ key, projectId })
    const times: [Array<number>, Array<number>] = [[], []]
    for (let n = 0; n < 3000; n++) {
      const began = performance.now()
      await owner.call("get_page_view", { id: ids[n % 2]! })
      // What comes first is warming up.
      if (n >= 600) times[n % 2]!.push(performance.now() - began)
    }
    await running.close()
    const [theirs, missing] = times.map(median) as [number, number]
    const apart = mannWhitney(...times)
    const difference = Math.abs(theirs - missing) / missing
    // Significant, and large enough to be told over a network: a tenth of an answer's time.
    assert.isFalse(Math.abs(apart) > 3.3 && difference > 0.1, `z ${apart}, medians ${theirs} and ${missing} ms`)
  })
})
