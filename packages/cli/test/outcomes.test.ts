import { pageViews } from "@agent-operations/contract"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, describe, it } from "vitest"
import { serve } from "./served.ts"

const { cli, close, lose, requests } = await serve()

afterAll(close)

const settings = ["--source", '{"type":"table"}', "--settings", '{"target":"traces"}']
const create = (name: string) => ["page-views", "create", "--name", name, ...settings, "--json"]
const made = async (name: string): Promise<string> => JSON.parse((await cli(create(name))).out).id

/** Page views whose updates are done within no time, or never. */
const quick = {
  ...pageViews,
  operations: { ...pageViews.operations, update: { ...pageViews.operations.update, limits: { deadlineMillis: 1 } } }
}

describe("C4: a write whose answer is lost is looked for", () => {
  it("is printed as ever where it was done, and ends with 0", async () => {
    lose({ of: /create_page_view/, lost: "answer" })
    const created = await cli(create("Kept"))
    assert.strictEqual(created.exit, 0)
    assert.match(created.error, /^The answer was lost.* it was done\.\n$/)
    const { id, revision } = JSON.parse(created.out)
    assert.strictEqual(revision, 1)
    lose({ of: /update_page_view/, lost: "answer" })
    const updated = await cli(["page-views", "update", id, "--expected-revision", "1", "--name", "Kept too"])
    assert.deepStrictEqual([updated.exit, /^revision +2$/m.test(updated.out)], [0, true])
    lose({ of: /delete_page_view/, lost: "answer" })
    const deleted = await cli(["page-views", "delete", id, "--expected-revision", "2", "--json", "deleted"])
    assert.deepStrictEqual([deleted.exit, JSON.parse(deleted.out)], [0, { deleted: true }])
  })

  it("ends with 8 where nothing was done, and may be run again", async () => {
    const id = await made("Not yet")
    lose({ of: /update_page_view/, lost: "request" })
    const args = ["page-views", "update", id, "--expected-revision", "1", "--name", "Done", "--json"]
    const lost = await cli(args, { families: [quick] })
    assert.deepStrictEqual([lost.exit, lost.out], [8, ""])
    const { error } = JSON.parse(lost.error)
    assert.strictEqual(error.code, "CONNECTION_FAILED")
    assert.include(error.message, "nothing was done")
    assert.strictEqual(error.hint, "Run it again.")
    assert.strictEqual((await cli(args)).exit, 0)
  })

  it("ends with 9 where it may still be done, and says when and how to look", async () => {
    const id = await made("Open")
    lose({ of: /update_page_view/, lost: "request" })
    const update = cli(["page-views", "update", id, "--expected-revision", "1", "--name", "Later", "--json"])
    const open = await update
    assert.deepStrictEqual([open.exit, open.out], [9, ""])
    const { error } = JSON.parse(open.error)
    assert.strictEqual(error.code, "OUTCOME_UNKNOWN")
    const [, seconds] = /^In (\d+) s, before you run it again, see/.exec(error.hint) ?? []
    assert.isAbove(Number(seconds), 1)
    assert.isAtMost(Number(seconds), 30)
    assert.include(error.hint, `: agent-operations page-views get ${id}`)
  })

  it("is not waited for where somebody interrupts", async () => {
    lose({ of: /create_page_view/, lost: "request" })
    const interrupted = new AbortController()
    const before = requests()
    const ended = cli(create("It's interrupted"), { signal: interrupted.signal })
    await waitUntil("it to be looked for", () => requests() > before + 1)
    interrupted.abort(new Error("It was interrupted."))
    const { exit, error } = await ended
    assert.strictEqual(exit, 130)
    const { code, hint } = JSON.parse(error).error
    assert.strictEqual(code, "OUTCOME_UNKNOWN")
    assert.include(hint, `agent-operations page-views list --search 'It'\\''s interrupted'`)
  })
})
