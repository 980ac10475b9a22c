import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Setting, start } from "./content.kit.ts"

let setting: Setting
let list: string
beforeAll(async () => {
  setting = await start()
  list = `${(await setting.makeProject("usr_ada")).path}/alert-rules`
})
afterAll(() => setting.close())

const ada = () => setting.browser("usr_ada")
const pathOf = (path: string) => path.split("?")[0] ?? ""

/** An alert rule that was created by the form. */
const create = async (name: string) =>
  ada().submit(await ada().get(`${list}/new`), {
    name,
    sourceType: "threshold",
    "source.threshold.metric": "latency_p95",
    "source.threshold.above": "0.5",
    "settings.windowMinutes": "5",
    "settings.note": "Call <b>Ada",
    action: "save"
  })

describe("a kind that the console does not know", { shuffle: false }, () => {
  it("has a list, a form and a page, by its schemas", async () => {
    const empty = await ada().get(list)
    assert.include(empty.text, "There are no alert rules in this project yet.")
    assert.strictEqual(empty.link("Alert rules"), list)
    const form = await ada().get(empty.link("Create alert rule"))
    assert.include(form.text, "The value from which on it alerts.")
    assert.notInclude(form.text, "Check draft")
    const made = await create("Slow")
    assert.include(made.text, "The alert rule was created.")
    for (const words of ["Threshold. A metric that is too high.", "Above 0.5", "Window minutes 5", "Enabled Yes"]) {
      assert.include(made.text, words)
    }
    assert.include(made.text, "Call <b>Ada")
    assert.match((await ada().get(`${list}?search=SLOW`)).text, /Slow none 1/)
  })

  it("R3: is edited, compared, restored, copied and deleted as any other", async () => {
    const at = pathOf((await create("Edited")).path)
    const form = await ada().get(`${at}/edit`)
    assert.include((await ada().submit(form, { action: "save" })).text, "Nothing was changed")
    const refused = await ada().press(form, { "settings.windowMinutes": "61", action: "save" })
    assert.strictEqual(refused.status, 400)
    assert.match(refused.html, /name="settings.windowMinutes"[^>]*aria-invalid="true"/)
    await ada().submit(form, { "settings.windowMinutes": "6", "settings.enabled": "false", action: "save" })
    const stale = await ada().press(form, { "settings.windowMinutes": "7", action: "save" })
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "Keep for Settings › windowMinutes")
    const diff = await ada().get(`${at}/diff?from=1&to=2`)
    assert.include(diff.text, "/enabled changed")
    assert.include((await ada().get(`${at}/history`)).text, "Revision 2")
    const restored = await ada().submit(await ada().get(`${at}/restore?revision=1`))
    assert.include(restored.text, "Restored as revision 3.")
    const copy = await ada().submit(await ada().get(`${at}/copy`), { name: "A copy" })
    assert.include(copy.text, "The copy was created, at revision 1.")
    const json = JSON.parse((await ada().get(`${at}/revisions/2/download`)).html)
    assert.deepStrictEqual([json.kind, json.settings.windowMinutes, json.settings.enabled], ["alert_rule", 6, false])
    assert.include((await ada().submit(await ada().get(`${at}/delete`))).text, "The alert rule was deleted.")
    await ada().get(at, 404)
    await ada().get(`${at}/check`, 404)
  })
})
