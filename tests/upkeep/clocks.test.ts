import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ada, databases, startKit } from "../kit.ts"

describe.each(databases)("two processes with clocks a minute apart, on $name", (sort) => {
  let ahead: Awaited<ReturnType<typeof start>>
  let behind: Awaited<ReturnType<typeof startBehind>>
  const start = () => startKit(sort, [views()])
  const startBehind = () => createAgentOperations({ families: [views()], database: ahead.database, logLevel: "None" })
  beforeAll(async () => {
    ahead = await start()
    await ahead.advance("1 minute")
    behind = await startBehind()
  })
  afterAll(async () => {
    await behind.close()
    await ahead.close()
  })

  const draft = (name: string) => ({
    name,
    source: { type: "table" as const },
    settings: { target: "traces" as const }
  })

  it("R2: none of the revisions is from before the one that it follows", async () => {
    const { organizationId, projectId } = await ahead.tenant()
    const who = { actor: ada, organizationId, projectId }
    const [first, second] = [ahead.kit.as(who).pageViews, behind.as(who).pageViews]
    const made = await Promise.all(["One", "Two", "Three"].map((name) => first.create(draft(name))))
    // Of one turn of the event loop: one statement.
    await Promise.all(made.map(({ id }) => second.update({ id, expectedRevision: 1, description: "Behind" })))
    const [{ id }] = made as [{ readonly id: string }, ...ReadonlyArray<unknown>]
    await second.update({ id, expectedRevision: 2, description: "Alone" })
    await first.update({ id, expectedRevision: 3, description: "Ahead" })
    await second.restore({ id, revision: 1 })
    await first.update({ id, expectedRevision: 5, description: "Ahead again" })
    await second.delete({ id, expectedRevision: 6 })
    await second.recover({ id })
    for (const { id } of made) {
      const { items: revisions } = await first.history({ id })
      const times = revisions.map(({ updatedAt }) => updatedAt).toReversed()
      assert.isAtLeast(times.length, 2)
      assert.deepStrictEqual(times, times.toSorted(), id)
    }
    const { items: revisions } = await second.history({ id })
    assert.lengthOf(revisions, 7)
  })
})
