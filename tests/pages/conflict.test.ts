import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, type Shown, start } from "./content.kit.ts"

type Project = Awaited<ReturnType<Setting["makeProject"]>>

let setting: Setting
let project: Project
beforeAll(async () => {
  setting = await start()
  project = await setting.makeProject("usr_ada")
})
afterAll(() => setting.close())

const ada = () => setting.browser("usr_ada")
const at = (id: string, rest: string) => `${project.path}/page-views/${id}/${rest}`
const read = (id: string) => setting.operate(project, "get_page_view", { id })
const revise = (id: string, expectedRevision: number, changes: object) =>
  setting.operate(project, "update_page_view", { id, expectedRevision, ...changes } as never)

const columns = (...fields: ReadonlyArray<string>) => fields.map((field) => ({ field }))
const settingsOf = (more: object = {}) => ({
  ...bodies.page_view("").settings,
  columns: columns("name", "cost"),
  ...more
})

interface Change {
  readonly typed: Record<string, string>
  readonly theirs: object
  /** What the definition is like before. */
  readonly base?: object
}

let made = 0

/** The page of somebody who saves what they typed after somebody else saved. */
const conflict = async ({ typed, theirs, base = {} }: Change) => {
  const more = { settings: settingsOf(), ...base }
  const { id } = await setting.operate(project, "create_page_view", bodies.page_view(`Conflict ${++made}`, more))
  const form = await ada().get(at(id, "edit"))
  await revise(id, 1, theirs)
  return { id, form, page: await ada().press(form, { ...typed, action: "save" }) }
}

const pressMerge = (page: Shown, choices: Record<string, string> = {}) =>
  ada().press(page, { ...choices, action: "merge" })

/** Merges, and reads what was saved. */
const merged = async (id: string, page: Shown, choices: Record<string, string> = {}) => {
  const saved = await ada().submit(page, { ...choices, action: "merge" })
  assert.include(saved.text, "Saved as revision 3.")
  return read(id)
}

describe("R3: a conflict", () => {
  it("merges what only one side changed, says so, and saves it with one button", async () => {
    const { id, page } = await conflict({
      typed: {
        name: "Renamed by me",
        settings: JSON.stringify(settingsOf({ columns: columns("name", "cost", "mine") }))
      },
      theirs: {
        description: "Theirs",
        settings: settingsOf({ columns: columns("theirs", "name", "cost"), groupBy: "cost" })
      }
    })
    assert.strictEqual(page.status, 409)
    assert.include(page.text, "You changed no place that they changed in another way: both are merged below.")
    assert.include(page.text, "Merged from revision 2: Description , Settings › columns , Settings › groupBy .")
    assert.include(page.text, "Merged from what you changed in revision 1: Name , Settings › columns .")
    assert.include(page.text, "+ Added: Renamed by me")
    assert.notInclude(page.text, "Removed: Theirs")
    const { name, description, settings } = await merged(id, page)
    assert.deepStrictEqual(
      [name, description, settings.columns.map(({ field }) => field), settings.groupBy],
      ["Renamed by me", "Theirs", ["theirs", "name", "cost", "mine"], "cost"]
    )
  })

  it("asks about what both changed, chooses nothing by itself, and saves nothing before all is chosen", async () => {
    const { id, page } = await conflict({
      typed: { description: "Mine", settings: JSON.stringify(settingsOf({ groupBy: "name" })) },
      theirs: { description: "Theirs", settings: settingsOf({ groupBy: "cost" }) }
    })
    assert.include(page.text, "You and they changed 2 places in different ways")
    assert.notMatch(page.html, /<input[^>]*type="radio"[^>]*\schecked/)
    const refused = await pressMerge(page, { "merge.1": "theirs" })
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, "Description: Choose what to keep.")
    assert.notInclude(refused.text, "groupBy: Choose")
    assert.strictEqual((await read(id)).revision, 2)
    // What was chosen is still chosen.
    assert.deepStrictEqual([refused.form().fields["merge.0"], refused.form().fields["merge.1"]], [undefined, "theirs"])
    const { description, settings } = await merged(id, refused, { "merge.0": "mine" })
    assert.deepStrictEqual([description, settings.groupBy], ["Mine", "cost"])
  })

  it("takes something else that is typed in its place, and says what is wrong with it", async () => {
    const { id, page } = await conflict({
      typed: { description: "Mine", settings: JSON.stringify(settingsOf({ extra: { limit: [1] } })) },
      theirs: { description: "Theirs", settings: settingsOf({ extra: { limit: [2] } }) }
    })
    assert.include(page.text, "Settings › extra › limit")
    const choices = { "merge.0": "edit", "merge.0.text": "Ours", "merge.1": "edit", "merge.1.text": "[1, 2" }
    const refused = await pressMerge(page, choices)
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, "Settings › extra › limit: This is not JSON.")
    assert.strictEqual(refused.form().fields["merge.1.text"], "[1, 2")
    const inexact = await pressMerge(page, { ...choices, "merge.1.text": "[9007199254740993]" })
    assert.include(inexact.text, "An integer beyond")
    const { description, settings } = await merged(id, refused, { "merge.1.text": "[1, 2]" })
    assert.deepStrictEqual([description, settings.extra], ["Ours", { limit: [1, 2] }])
  })

  it("merges code by lines, asks about the lines that both changed, and keeps its ends of lines", async () => {
    const code = (first: string, middle: string, last: string) => [first, "1", "2", middle, "3", "4", last].join("\r\n")
    const source = (text: string) => ({ source: { type: "react", code: text } })
    const { id, page } = await conflict({
      base: source(code("a", "b", "c")),
      typed: { sourceText: code("mine", "mine", "c") },
      theirs: source(code("a", "theirs", "theirs"))
    })
    assert.include(page.text, "You and they changed 1 place in different ways")
    const { source: saved } = await merged(id, page, { "merge.0": "edit", "merge.0.text": "both\nof us" })
    assert.deepStrictEqual(saved, { type: "react", code: code("mine", "both\r\nof us", "theirs") })
  })

  it("asks about the source as a whole where one side chose another type, and the other changed the code", async () => {
    const { id, page } = await conflict({
      base: { source: { type: "react", code: "export default 1" } },
      typed: { sourceType: "table", sourceText: "" },
      theirs: { source: { type: "react", code: "export default 2" } }
    })
    assert.include(page.text, "Keep for Source")
    assert.deepStrictEqual((await merged(id, page, { "merge.0": "mine" })).source, { type: "table" })
  })

  it("asks about a reference as a whole, by its alias", async () => {
    const field = async (name: string) =>
      (await setting.operate(project, "create_custom_field", bodies.custom_field(name))).id
    const [one, other] = [await field("One"), await field("Other")]
    const reference = (id: string, revision: number | null = null) => ({ kind: "custom_field" as const, id, revision })
    const { id, page } = await conflict({
      base: { references: { cost: reference(one) } },
      typed: { references: JSON.stringify({ cost: reference(one, 1), mine: reference(other) }) },
      theirs: { references: { cost: reference(other) } }
    })
    assert.include(page.text, "Keep for References › cost")
    const { references } = await merged(id, page, { "merge.0": "theirs" })
    assert.deepStrictEqual(references, { cost: reference(other), mine: reference(other) })
  })

  it("comes again where somebody saves meanwhile, with what was chosen for the places that say the same", async () => {
    const { id, page } = await conflict({
      typed: { description: "Mine", settings: JSON.stringify(settingsOf({ groupBy: "name" })) },
      theirs: { description: "Theirs", settings: settingsOf({ groupBy: "cost" }) }
    })
    await revise(id, 2, { description: "Theirs, later" })
    const again = await pressMerge(page, { "merge.0": "mine", "merge.1": "mine" })
    assert.strictEqual(again.status, 409)
    assert.include(again.text, "the current one is revision 3")
    assert.deepStrictEqual([again.form().fields["merge.0"], again.form().fields["merge.1"]], [undefined, "mine"])
    const saved = await ada().submit(again, { "merge.0": "theirs", action: "merge" })
    assert.include(saved.text, "Saved as revision 4.")
    const { description, settings } = await read(id)
    assert.deepStrictEqual([description, settings.groupBy], ["Theirs, later", "name"])
  })

  it("is none where they saved all that was typed", async () => {
    const { form, id, page } = await conflict({
      typed: { description: "Same" },
      theirs: { description: "Same", name: "Also renamed" }
    })
    assert.strictEqual(page.status, 303)
    assert.match(page.location ?? "", /done=same$/)
    // As where the answer to a save was lost, and it is sent again.
    const twice = await ada().press(form, { description: "Same", action: "save" })
    assert.match(twice.location ?? "", /done=same$/)
    assert.strictEqual((await read(id)).revision, 2)
  })

  it("lets the merged version be edited in the form, over the revision that it has in it", async () => {
    const { id, page } = await conflict({ typed: { description: "\n\n  Mine" }, theirs: { name: "Renamed by them" } })
    const form = await ada().press(page, { action: "edit-merged" })
    const { fields } = form.form()
    assert.deepStrictEqual(
      [fields["name"], fields["description"], fields["expectedRevision"]],
      ["Renamed by them", "\n\n  Mine", "2"]
    )
    await ada().submit(form, { action: "save" })
    assert.strictEqual((await read(id)).description, "\n\n  Mine")
  })

  it("shows what can't be saved as it was merged in the form, with why", async () => {
    await setting.operate(project, "create_page_view", bodies.page_view("Taken"))
    const { id, page } = await conflict({ typed: { name: "Taken" }, theirs: { description: "Theirs" } })
    const refused = await pressMerge(page)
    assert.strictEqual(refused.status, 409)
    assert.strictEqual(refused.form().fields["description"], "Theirs")
    await ada().submit(refused, { name: "Free", action: "save" })
    const { name, description } = await read(id)
    assert.deepStrictEqual([name, description], ["Free", "Theirs"])
  })

  it("overwrites only by a button that says so, below the others", async () => {
    const { id, page } = await conflict({ typed: { name: "Only mine" }, theirs: { description: "Theirs" } })
    const buttons = [...page.html.matchAll(/<button[^>]*type="submit"[^>]*>([^<]*)/g)].map(([, label = ""]) =>
      label.trim()
    )
    const own = buttons.slice(buttons.indexOf("Save merged version"))
    assert.deepStrictEqual(own, [
      "Save merged version",
      "Edit merged version",
      "Edit my version",
      "Overwrite with my version"
    ])
    await ada().submit(page, { action: "overwrite" })
    assert.strictEqual((await read(id)).description, null)
  })

  it("of what is large, or differs in many places, is asked about in fewer, and shown in part", async () => {
    const rows = (value: string) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, value.repeat(500)]))
    const { id, page } = await conflict({
      base: { settings: settingsOf({ extra: rows("b") }) },
      typed: { settings: JSON.stringify(settingsOf({ extra: rows("m") })) },
      theirs: { settings: settingsOf({ extra: rows("t") }) }
    })
    assert.include(page.text, "You and they changed 1 place in different ways")
    assert.include(page.text, "Settings › extra")
    assert.include(page.text, "Yours, the beginning")
    assert.isBelow(page.html.length, 300_000)
    assert.deepStrictEqual((await merged(id, page, { "merge.0": "mine" })).settings.extra, rows("m"))
  })
})

describe("R11: a definition that was deleted under its form", () => {
  it("is recovered with its history, and what was typed saved in it", async () => {
    const { id } = await setting.operate(project, "create_page_view", bodies.page_view("Deleted under me"))
    const form = await ada().get(at(id, "edit"))
    await setting.operate(project, "delete_page_view", { id, expectedRevision: 1 })
    const gone = await ada().press(form, { description: "Typed", action: "save" })
    assert.strictEqual(gone.status, 404)
    assert.include(gone.text, "Recover page view and save")
    const { fields } = gone.form()
    const saved = await ada().post(at(id, "edit"), { ...fields, action: "recover" })
    assert.strictEqual(saved.status, 303)
    const { description, revision } = await read(id)
    assert.deepStrictEqual([description, revision], ["Typed", 3])
  })

  it("is merged where somebody changed it before", async () => {
    const { id, page } = await conflict({
      typed: { description: "Typed" },
      theirs: { name: `Renamed ${made}, then deleted` }
    })
    await setting.operate(project, "delete_page_view", { id, expectedRevision: 2 })
    const gone = await pressMerge(page)
    const shown = await ada().post(at(id, "edit"), { ...gone.form().fields, action: "recover" })
    assert.strictEqual(shown.status, 409)
    await ada().submit(shown, { action: "merge" })
    const { name, description } = await read(id)
    assert.include(name, "then deleted")
    assert.strictEqual(description, "Typed")
  })
})
