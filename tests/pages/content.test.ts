import { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"

type Project = Awaited<ReturnType<Setting["makeProject"]>>

let setting: Setting
let project: Project
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

const ada = () => setting.browser("usr_ada")

/** What differs between the kinds, for tests that are the same for both. */
const kinds = [
  {
    name: "page_view",
    path: "page-views",
    title: "page view",
    plural: "page views",
    source: { type: "react", text: "export default () => <b>1 & 2</b>" },
    json: { field: "settings", label: "Settings" },
    wrong: {
      typed: { settings: '{\n  "target": "nowhere",\n  "more": 1\n}' },
      fields: ["settings", "references"],
      said: ["Settings, line 2, at /target:", "Settings, line 3, at /more:"]
    }
  },
  {
    name: "custom_field",
    path: "custom-fields",
    title: "custom field",
    plural: "custom fields",
    source: { type: "formula", text: "trace.totalTokens > 0.0 ? 1.0 : 2.0" },
    json: { field: "settings.extra", label: "Extra" },
    wrong: {
      typed: {
        "settings.target": "span",
        "settings.valueType": "number",
        "settings.unit": "u".repeat(201),
        "settings.extra": "{}"
      },
      fields: ["settings.unit"],
      said: ["Unit:"]
    }
  }
] as const

describe.each(kinds)("pages of $plural", ({ name, path, title, plural, source, json, wrong }) => {
  const list = () => `${project.path}/${path}`
  const create = (as: string, more: object = {}) =>
    setting.operate(project, `create_${name}`, bodies[name](as, more) as never)
  const at = (id: string, ...rest: ReadonlyArray<string>) => [list(), id, ...rest].join("/")
  const read = (id: string) => setting.operate(project, `get_${name}`, { id })
  const revise = (id: string, expectedRevision: number, changes: object) =>
    setting.operate(project, `update_${name}`, { id, expectedRevision, ...changes } as never)

  beforeAll(async () => {
    project = await setting.makeProject("usr_ada")
  })

  it("an empty list says what to do next", async () => {
    const empty = `${(await setting.makeProject("usr_ada")).path}/${path}`
    const page = await ada().get(empty)
    assert.include(page.text, `There are no ${plural} in this project yet.`)
    assert.strictEqual(page.link(`Create ${title}`), `${empty}/new`)
  })

  it("a form makes one, which its page shows with its source, settings and maker", async () => {
    const form = await ada().get(`${list()}/new`)
    const made = await ada().submit(form, {
      name: "  Slow ones ",
      description: "First line\nsecond",
      sourceType: source.type,
      sourceText: source.text,
      action: "save"
    })
    assert.strictEqual(made.title, "Slow ones")
    assert.include(made.text, `The ${title} was created.`)
    assert.include(made.text, source.text)
    assert.match(made.text, /Created ?, \d+/)
    assert.include(made.text, "by Ada <b>& Co")
    assert.include(made.text, "First line second")
    assert.include(made.text, "It uses no other definition.")
    const [, id = ""] = /([a-z]{2}_[0-9a-z]{26})$/.exec(made.path.split("?")[0] ?? "") ?? []
    const saved = await read(id)
    assert.strictEqual(saved.description, "First line\nsecond")
    assert.include(JSON.stringify(saved.source), JSON.stringify(source.text))
  })

  it("the list shows name, description, revision, time and person, and finds by a part of the name", async () => {
    const { id } = await create("Needle in here", { description: "What it is" })
    await revise(id, 1, { description: "What it became" })
    const page = await ada().get(`${list()}?search=NEEDLE`)
    assert.match(page.text, /Needle in here What it became 2/)
    assert.include(page.text, "A <i>key (API key)")
    assert.notInclude(page.text, "Slow ones")
    assert.strictEqual(page.link("Needle in here"), at(id))
    const none = await ada().get(`${list()}?search=%3Cb%3Enone`)
    assert.include(none.text, `No ${title} has “<b>none” in its name.`)
    const long = await ada().get(`${list()}?search=${"x".repeat(121)}`, 400)
    assert.include(long.text, "Search for at most 120 characters.")
    const cursor = await ada().get(`${list()}?cursor=forged`, 400)
    assert.include(cursor.text, "The cursor is not one of this list.")
  })

  it("walking the list from page to page yields each once", async () => {
    const made: Array<string> = []
    for (let n = 0; n < 60; n++) made.push((await create(`Walked ${n}`)).id)
    const seen: Array<string> = []
    let next: string | undefined = `${list()}?search=walked`
    while (next !== undefined) {
      const page = await ada().get(next)
      seen.push(...[...page.html.matchAll(/<a href="[^"]*\/([a-z]{2}_[0-9a-z]{26})">/g)].map(([, id]) => id ?? ""))
      assert.include(page.text, `–${seen.length} of 60`)
      next = page.html.includes('rel="next"') ? page.link("Next") : undefined
    }
    assert.deepStrictEqual(seen, made.toReversed())
  })

  it("what cannot be saved is said at its field, and what was typed stays", async () => {
    const form = await ada().get(`${list()}/new`)
    const typed = {
      name: " ",
      description: "Kept </textarea><script>",
      sourceType: source.type,
      sourceText: "\n  kept & <b>",
      ...wrong.typed,
      references: '{ "Big": {} }'
    }
    const refused = await ada().press(form, { ...typed, action: "save" })
    assert.strictEqual(refused.status, 400)
    // Beside it are the fields of builders, which say the same.
    assert.deepInclude(refused.form().fields, { ...typed })
    assert.include(refused.html, `<a href="#references">`)
    for (const field of ["name", ...wrong.fields]) {
      assert.include(refused.html, `<a href="#${field}">`)
      assert.match(refused.html, new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    }
    for (const said of wrong.said) assert.include(refused.text, said)

    const broken = await ada().press(form, { ...typed, name: "Named", [json.field]: "{", references: "[" })
    assert.strictEqual(broken.status, 400)
    assert.include(broken.text, `${json.label}: This is not JSON. Add } after line 1: the { of line 1 is not closed.`)
    assert.include(broken.text, "References: This is not JSON. Add ] after line 1: the [ of line 1 is not closed.")
    const formless = await ada().press(form, { ...typed, name: "Named", sourceType: "other" })
    assert.include(formless.text, "Choose a source type.")
  })

  it("E4: what would not come back as it was typed is refused, by line and place", async () => {
    const form = await ada().get(`${list()}/new`)
    const typed = { name: "Inexact", sourceType: source.type, sourceText: source.text, references: "{}" }
    const deep = "[".repeat(300) + "]".repeat(300)
    for (const [text, said] of [
      [
        '{\n  "extra": {\n    "n": [1, 9007199254740993]\n  }\n}',
        "line 3, at /extra/n/1: An integer beyond 2^53 - 1 cannot be stored exactly; send it as a string."
      ],
      ['{"extra": 1e999}', "line 1, at /extra: The number is too large to be stored."],
      ['{"a~/b": 1,\n"a~/b": 2}', "line 2, at /a~0~1b: The name is given twice in one object."],
      ['{"extra": "\\u0000"}', "line 1, at /extra: The text contains a NUL character, which cannot be stored."],
      [`\n${deep}`, `line 2, at ${"/0".repeat(100)}…: Nested deeper than 256.`]
    ] as const) {
      const refused = await ada().press(form, { ...typed, [json.field]: text, action: "save" })
      assert.strictEqual(refused.status, 400)
      assert.include(refused.text, `${json.label}, ${said}`)
      assert.strictEqual(refused.form().fields[json.field], text)
    }
  })

  it("a name that is taken, and a reference to nothing, are said at their fields", async () => {
    await create("Taken")
    const form = await ada().get(`${list()}/new`)
    const typed = { name: "TAKEN", sourceType: source.type, sourceText: source.text, action: "save" }
    const taken = await ada().press(form, typed)
    assert.strictEqual(taken.status, 409)
    assert.include(taken.text, `Another ${title} in this project is named "TAKEN".`)
    assert.strictEqual(taken.form().fields["name"], "TAKEN")
    const references = JSON.stringify({
      gone: { kind: "custom_field", id: "cf_01k9x3kzq5f2sa8m7n4d6b3y0e", revision: null }
    })
    const dangling = await ada().press(form, { ...typed, name: "Dangling", references })
    assert.strictEqual(dangling.status, 422)
    assert.include(dangling.text, "The targets of these references do not exist in this project: gone.")
    assert.strictEqual(dangling.form().fields["references"], references)
  })

  it("a check says what is wrong, where, and saves nothing", async () => {
    const form = await ada().get(`${list()}/new`)
    const broken = name === "page_view" ? "export default () =>\n  <b>" : 'trace.totalTokens +\n  "x"'
    const typed = { name: "Checked only", sourceType: source.type, sourceText: broken, action: "check" }
    const checked = await ada().press(form, typed)
    assert.strictEqual(checked.status, 200)
    assert.match(checked.text, /Checked: 1 error\. Nothing was saved\./)
    assert.match(checked.text, /Error\. Line \d, column \d+:/)
    assert.strictEqual(checked.form().fields["sourceText"], broken)
    const good = await ada().press(checked, { sourceText: source.text, action: "check" })
    assert.include(good.text, "Checked: nothing is wrong. Nothing was saved.")
    assert.include((await ada().get(`${list()}?search=checked+only`)).text, `No ${title} has`)
    // A check answers like saving does to what is no input at all.
    assert.strictEqual((await ada().press(form, { ...typed, name: "" })).status, 400)
  })

  it("a check that no thread is free for says so, and keeps what was typed", async () => {
    const busy = Effect.fail(new Unavailable({ message: "Every thread is checking.", retryAfter: 5 }))
    const form = await ada().get(`${list()}/new`)
    const typed = { name: "Waits", sourceType: source.type, sourceText: source.text, action: "check" }
    const page = await ada().press(
      form,
      typed,
      { validate_page_view: () => busy },
      { ready: Effect.void, validate: () => busy }
    )
    assert.strictEqual(page.status, 503)
    assert.include(page.text, "Every thread is checking.")
    assert.strictEqual(page.form().fields["sourceText"], source.text)
  })

  it("a check follows references, also of what is saved", async () => {
    const field = await setting.operate(
      project,
      "create_custom_field",
      bodies.custom_field(`Broken for ${path}`, {
        source: { type: "formula", language: "cel", expression: "nothing.here" }
      })
    )
    const references = { used: { kind: "custom_field", id: field.id, revision: null } }
    const { id } = await create("Uses a broken one", { references })
    const page = await ada().get(at(id, "check"))
    assert.match(page.text, /Checked, along with 1 definition that it uses: \d errors?/)
    assert.include(page.text, `In custom field ${field.id}, revision 1`)
    assert.include(page.text, "UNUSED_REFERENCE")
  })

  it("saving makes a revision of what was typed, and none where nothing was", async () => {
    const code = "a\r\nb\r\n"
    const { id } = await create("Edited", {
      source: name === "page_view" ? { type: "react", code } : { type: "formula", language: "cel", expression: code },
      description: "With\r\nline ends"
    })
    const form = await ada().get(at(id, "edit"))
    const same = await ada().submit(form, { action: "save" })
    assert.include(same.text, "Nothing was changed, so no revision was created.")
    const saved = await ada().submit(form, { name: "Edited again", action: "save" })
    assert.include(saved.text, "Saved as revision 2.")
    const now = await read(id)
    assert.strictEqual(now.revision, 2)
    assert.strictEqual(now.name, "Edited again")
    assert.strictEqual(now.description, "With\r\nline ends")
    assert.include(JSON.stringify(now.source), JSON.stringify(code))
    const longer = await ada().get(at(id, "edit"))
    await ada().submit(longer, { sourceText: "a\nb\nc", action: "save" })
    assert.include(JSON.stringify((await read(id)).source), JSON.stringify("a\r\nb\r\nc"))
  })

  const conflict = async (as: string) => {
    const { id } = await create(as)
    const form = await ada().get(at(id, "edit"))
    await revise(id, 1, { description: "Theirs" })
    const page = await ada().press(form, { description: "Mine </del>", action: "save" })
    assert.strictEqual(page.status, 409)
    return { id, page }
  }

  it("R3: a conflict shows both sides, and mine can be saved on top", async () => {
    const { id, page } = await conflict("Both mine")
    assert.include(page.title, "was changed meanwhile")
    assert.include(page.text, "You edited revision 1; the current one is revision 2.")
    assert.include(page.text, "by A <i>key (API key)")
    assert.match(page.text, /Theirs, revision 2 Theirs/)
    assert.match(page.text, /Yours Mine <\/del>/)
    assert.strictEqual((await read(id)).revision, 2)
    const saved = await ada().submit(page, { action: "overwrite" })
    assert.include(saved.text, "Saved as revision 3.")
    assert.strictEqual((await read(id)).description, "Mine </del>")
    // The same form again is stale by now, and says what is saved.
    await setting.operate(project, `update_${name}`, { id, expectedRevision: 3, description: "Later" } as never)
    assert.strictEqual((await ada().press(page, { action: "overwrite" })).status, 409)
  })

  it("R3: a conflict lets theirs be taken, and mine be edited further", async () => {
    const { id, page } = await conflict("Both theirs")
    const theirs = await ada().get(page.link("Keep their version"))
    assert.include(theirs.text, "Theirs")
    assert.strictEqual((await read(id)).description, "Theirs")
    const changes = await ada().get(page.link("Revision 1 to 2"))
    assert.include(changes.text, "+ Added: Theirs")
    const further = await ada().press(page, { action: "edit" })
    assert.strictEqual(further.form().fields["description"], "Mine </del>")
    // It is still made from revision 1, so that saving it asks again.
    assert.strictEqual(further.form().fields["expectedRevision"], "1")
    const again = await ada().press(further, { description: "Ours", action: "save" })
    assert.strictEqual(again.status, 409)
    await ada().submit(again, { "merge.0": "mine", action: "merge" })
    assert.strictEqual((await read(id)).description, "Ours")
  })

  it("what was typed outlives the definition, and can be created anew", async () => {
    const { id } = await create("Doomed")
    const form = await ada().get(at(id, "edit"))
    await setting.operate(project, `delete_${name}`, { id, expectedRevision: 1 })
    const page = await ada().press(form, { description: "Rescued", action: "save" })
    assert.strictEqual(page.status, 404)
    assert.include(page.text, `This ${title} is no longer there.`)
    const anew = await ada().submit(page, { action: "save" })
    assert.include(anew.text, "Rescued")
  })

  it("what was typed outlives a database that is away, and a deadline that passes", async () => {
    const { id } = await create("Unlucky")
    const form = await ada().get(at(id, "edit"))
    const fail = (error: Unavailable | Timeout) => ({ [`update_${name}`]: () => Effect.fail(error) })
    for (const [error, status] of [
      [new Unavailable({ message: "The database is away.", retryAfter: 1 }), 503],
      [new Timeout({ message: "It took too long." }), 504]
    ] as const) {
      const page = await ada().press(form, { description: "Kept", action: "save" }, fail(error))
      assert.strictEqual(page.status, status)
      assert.include(page.text, error.message)
      assert.strictEqual(page.form().fields["description"], "Kept")
    }
    assert.strictEqual((await read(id)).revision, 1)
  })

  it("R2: the history tells every revision once, and opens each as it was", async () => {
    const { id } = await create("Revised")
    assert.notInclude((await ada().get(at(id, "history"))).html, 'type="radio"')
    for (let n = 1; n < 30; n++) await revise(id, n, { description: `Description ${n + 1}` })
    const seen: Array<number> = []
    let next: string | undefined = at(id, "history")
    while (next !== undefined) {
      const page = await ada().get(next)
      seen.push(...[...page.html.matchAll(/>Revision (\d+)<\/a/g)].map(([, revision]) => Number(revision)))
      next = page.html.includes('rel="next"') ? page.link("Older") : undefined
    }
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 30 }, (_, n) => 30 - n)
    )
    const old = await ada().get(at(id, "revisions", "3"))
    assert.include(old.text, "This is revision 3. The current one is revision 30.")
    assert.include(old.text, "Description 3")
    for (const wrong of ["31", "0", "x", "99999999999"]) await ada().get(at(id, "revisions", wrong), 404)
    const history = await ada().get(at(id, "history"))
    assert.match(history.html, /<input[^>]*type="radio"[^>]*name="from"[^>]*value="29"[^>]*checked/)
    assert.match(history.html, /<input[^>]*type="radio"[^>]*name="to"[^>]*value="30"[^>]*checked/)
  })

  it("any two revisions can be compared, by part and line", async () => {
    const code = (lines: ReadonlyArray<string>) => {
      const text = lines.join("\n")
      return name === "page_view"
        ? { type: "react", code: text }
        : { type: "formula", language: "cel", expression: text }
    }
    const lines = Array.from({ length: 30 }, (_, n) => `line${n}`)
    const { id, settings } = await create("Compared", { source: code(lines) })
    await revise(id, 1, { name: "Renamed" })
    await revise(id, 2, {
      source: code([...lines.slice(0, 20), "<new>", ...lines.slice(21)]),
      settings: { ...settings, extra: { a: [1, 2, 3] } }
    })
    const page = await ada().get(`${at(id, "diff")}?from=1&to=3`)
    assert.include(page.text, "− Removed: Compared")
    assert.include(page.text, "+ Added: Renamed")
    assert.include(page.text, "− Removed: line20")
    assert.include(page.text, "+ Added: <new>")
    assert.include(page.text, "17 unchanged lines")
    assert.include(page.text, "/extra/a added")
    assert.include(page.text, "Unchanged: description and references.")
    const back = await ada().get(`${at(id, "diff")}?from=3&to=1`)
    assert.include(back.text, "+ Added: line20")
    const none = await ada().get(`${at(id, "diff")}?from=2&to=2`)
    assert.include(none.text, "Their content is identical.")
    for (const query of ["", "?from=1", "?from=1&to=4", "?from=x&to=1"]) await ada().get(at(id, "diff") + query, 404)
  })

  it("R5: restoring asks first, says what it changes, and makes a new revision", async () => {
    const { id } = await create("Restored", { description: "Old" })
    await revise(id, 1, { description: "New" })
    const asked = await ada().get(`${at(id, "restore")}?revision=1`)
    assert.include(asked.text, "This creates revision 3 with the content of revision 1.")
    assert.include(asked.text, "+ Added: Old")
    assert.strictEqual((await read(id)).revision, 2)
    await revise(id, 2, { description: "Newer" })
    const stale = await ada().press(asked)
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "The current revision is 3, not 2.")
    const restored = await ada().submit(stale)
    assert.include(restored.text, "Restored as revision 4.")
    assert.include(restored.text, "Restored from revision 1")
    assert.strictEqual((await read(id)).description, "Old")
    await ada().get(`${at(id, "restore")}?revision=9`, 404)
  })

  it("R5: a restore that cannot be says why", async () => {
    const { id } = await create("Name of old")
    await revise(id, 1, { name: "Name of new" })
    await create("Name of old")
    const refused = await ada().press(await ada().get(`${at(id, "restore")}?revision=1`))
    assert.strictEqual(refused.status, 409)
    assert.include(refused.text, `Another ${title} in this project is named "Name of old".`)
  })

  it("R6: a copy has a name of its own, of any revision", async () => {
    const { id } = await create("Copied", { description: "At first" })
    await revise(id, 1, { description: "Later" })
    const form = await ada().get(`${at(id, "copy")}?revision=1`)
    assert.strictEqual(form.form().fields["name"], "Copied (copy)")
    const taken = await ada().press(form, { name: "copied" })
    assert.strictEqual(taken.status, 409)
    assert.strictEqual(taken.form().fields["name"], "copied")
    assert.strictEqual((await ada().press(form, { name: "x".repeat(121) })).status, 400)
    const made = await ada().submit(taken, { name: "The copy" })
    assert.include(made.text, "The copy was created, at revision 1.")
    assert.include(made.text, "At first")
    assert.strictEqual(made.link("revision 1"), at(id, "revisions", "1"))
  })

  it("R7: what is still used stays, and what uses it is named with links", async () => {
    const { id } = await create("Held")
    const asked = await ada().get(at(id, "delete"))
    assert.include(asked.text, "No other definition uses it.")
    const users: Array<string> = []
    for (let n = 0; n < 21; n++) {
      const references = { held: { kind: name, id, revision: n % 2 === 0 ? null : 1 } }
      const user = await setting.operate(
        project,
        `create_${name}`,
        bodies[name](`User <${n}>`, { references }) as never
      )
      users.push((user as { id: string }).id)
    }
    const held = await ada().press(asked)
    assert.strictEqual(held.status, 409)
    for (const shown of [held, await ada().get(at(id, "delete"))]) {
      assert.include(shown.text, "It cannot be deleted yet: other definitions use it.")
      assert.strictEqual(users.filter((user) => shown.html.includes(`href="${at(user)}"`)).length, 21)
      assert.include(shown.text, "pinned to revision 1")
      assert.throws(() => shown.form(), "no form")
      assert.strictEqual(shown.link("Check again"), at(id, "delete"))
    }
    assert.strictEqual((await read(id)).revision, 1)
  })

  it("P7: its page lists what uses it: name, kind, alias, pinned or current, and that there is more", async () => {
    const { id } = await create("Used")
    assert.include((await ada().get(at(id))).text, "No other definition uses it.")
    const use = async (as: string, aliases: Readonly<Record<string, number | null>>) => {
      const references = Object.entries(aliases).map(([alias, revision]) => [alias, { kind: name, id, revision }])
      const body = bodies.page_view(as, { references: Object.fromEntries(references) })
      return setting.operate(project, "create_page_view", body)
    }
    const user = await use(`User <of> ${path}`, { follows: null, holds: 1 })
    await revise(id, 1, { description: "Later" })
    const page = await ada().get(at(id))
    assert.include(page.text, `User <of> ${path} page view follows the current revision`)
    assert.include(page.text, `User <of> ${path} page view holds pinned to revision 1`)
    assert.strictEqual(page.link(`User <of> ${path}`), `${project.path}/page-views/${user.id}`)
    assert.notInclude(page.text, "There are more than")
    assert.notInclude((await ada().get(at(id, "revisions", "1"))).text, "Used by")
    for (const from of [0, 50]) {
      const aliases = Array.from({ length: 50 }, (_, n) => [`a${from + n}`, null] as const)
      await use(`From ${from} ${path}`, Object.fromEntries(aliases))
    }
    assert.include((await ada().get(at(id))).text, "There are more than these 100.")
  })

  it("deleting asks first, at the revision that was shown", async () => {
    const { id } = await create("Deleted")
    const asked = await ada().get(at(id, "delete"))
    await revise(id, 1, { description: "Meanwhile" })
    const stale = await ada().press(asked)
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "The current revision is 2, not 1.")
    const gone = await ada().submit(stale)
    assert.include(gone.text, `The ${title} was deleted.`)
    await ada().get(at(id), 404)
  })

  it("R11, R12: what was deleted is found, looked at and recovered, under another name where its own is taken", async () => {
    const own = `Recovered <i>${path}</i>`
    const { id } = await create(own, { description: "What it was for." })
    const asked = await ada().get(at(id, "delete"))
    assert.include(asked.text, "It can be recovered for 30 days")
    const gone = await ada().submit(asked)
    assert.strictEqual(gone.link("Recover it"), at("deleted", id))
    const trash = await ada().get(gone.link(`Deleted ${plural}`))
    assert.strictEqual(trash.title, `Deleted ${plural}`)
    assert.include(trash.text, own)
    assert.include(trash.text, "Ada <b>& Co")
    const deleted = await ada().get(trash.link(own))
    assert.strictEqual(deleted.title, own)
    assert.include(deleted.text, "What it was for.")
    assert.include(deleted.text, "Recoverable until")
    // What was never deleted, or is no ID, is not there.
    for (const none of [id.replace(/.$/, (last) => (last === "0" ? "1" : "0")), "no-id"]) {
      assert.strictEqual((await ada().get(at("deleted", none), 404)).status, 404)
    }
    await create(own.toUpperCase())
    const taken = await ada().press(deleted)
    assert.strictEqual(taken.status, 409)
    assert.include(taken.text, `Another ${title} has this name by now. Type another one.`)
    const empty = await ada().press(taken, { name: " " })
    assert.strictEqual(empty.status, 400)
    assert.include(empty.text, "Type a name of 1 to 120 characters.")
    const recovered = await ada().submit(empty, { name: `${own} again` })
    assert.strictEqual(recovered.title, `${own} again`)
    assert.include(recovered.text, `The ${title} was recovered, as revision 2.`)
    assert.include(recovered.text, "Recovered after Ada <b>& Co deleted it")
    assert.notInclude((await ada().get(at("deleted"))).text, own)
    await ada().get(at("deleted", id), 404)
    // From the list of the deleted, too: a button each, which posts without a name.
    await setting.operate(project, `delete_${name}`, { id, expectedRevision: 2 })
    const again = await ada().submit(await ada().get(at("deleted")))
    assert.strictEqual(again.title, `${own} again`)
    const twice = await ada().press(deleted, { name: "Twice" })
    assert.strictEqual(twice.status, 404)
  })

  it("R11: what refers to what is deleted says so, and is recovered after it", async () => {
    const used = await create("Used and deleted")
    const user = await create("User and deleted", { references: { it: { kind: name, id: used.id, revision: null } } })
    for (const one of [user, used])
      await setting.operate(project, `delete_${name}`, { id: one.id, expectedRevision: 1 })
    const refused = await ada().press(await ada().get(at("deleted", user.id)))
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "Recover the definitions that it refers to first")
    await ada().submit(await ada().get(at("deleted", used.id)))
    const recovered = await ada().submit(refused)
    assert.strictEqual(recovered.title, "User and deleted")
  })

  it("P1: what was deleted goes on page by page", async () => {
    for (let n = 0; n < 27; n++) {
      const { id } = await create(`Deleted ${n}`)
      await setting.operate(project, `delete_${name}`, { id, expectedRevision: 1 })
    }
    const first = await ada().get(at("deleted"))
    assert.include(first.text, "Deleted 26")
    assert.notInclude(first.text, "Deleted 1 ")
    assert.include((await ada().get(first.link("Older"))).text, "Deleted 1 ")
    assert.strictEqual((await ada().get(`${at("deleted")}?cursor=no`, 400)).status, 400)
  })

  it("text that somebody chose is text in every place, and never markup", async () => {
    const evil = (of: string) => `<script>${of}</script>"'&amp;‮`
    const target = { target: name === "page_view" ? "traces" : "trace" }
    const settings =
      name === "page_view"
        ? {
            ...target,
            columns: [{ field: evil("field"), label: evil("label") }],
            filters: [{ field: evil("filter"), operator: "eq", value: evil("value") }],
            sort: [{ field: evil("sort"), direction: "asc" }],
            groupBy: evil("group"),
            extra: { [evil("key")]: evil("extra") }
          }
        : { ...target, valueType: "number", unit: evil("unit"), extra: { [evil("key")]: evil("extra") } }
    const text = `${evil("code")}\n</textarea></code></pre><img src=x onerror=alert(1)>`
    const content = {
      description: evil("description"),
      source:
        name === "page_view" ? { type: "react", code: text } : { type: "formula", language: "cel", expression: text },
      settings
    }
    const { id } = await create(evil("name"), content)
    await revise(id, 1, {
      name: evil("renamed"),
      description: evil("changed"),
      settings: { ...target, ...(name === "custom_field" && { valueType: "json" }) }
    })
    const form = await ada().get(at(id, "edit"))
    const pages = [
      await ada().get(list()),
      await ada().get(`${list()}?search=${encodeURIComponent("<script>")}`),
      await ada().get(at(id)),
      await ada().get(at(id, "revisions", "1")),
      await ada().get(at(id, "history")),
      await ada().get(`${at(id, "diff")}?from=1&to=2`),
      await ada().get(at(id, "check")),
      await ada().get(at(id, "copy")),
      await ada().get(at(id, "delete")),
      await ada().get(`${at(id, "restore")}?revision=1`),
      form,
      await ada().press(form, {
        settings: evil("settings"),
        references: evil("references"),
        sourceType: evil("type"),
        action: "save"
      }),
      await ada().press(form, { action: "check" }),
      await ada().press(form, { action: "save", expectedRevision: "1", description: evil("conflict") })
    ]
    assert.deepStrictEqual(
      pages.map(({ status }) => status),
      [...Array.from({ length: 11 }, () => 200), 400, 200, 409]
    )
    for (const page of pages) {
      const main = page.html.slice(page.html.indexOf("<main"))
      assert.notMatch(main, /<(script(?!\stype="application\/json")|img|b>&amp; Co|i>key)/, page.path)
      assert.include(main, "&lt;script&gt;", page.path)
    }
  })

  it("A3: what is another's is answered like what is not there, to reading and to writing", async () => {
    const { id } = await create("Secret")
    const other = await setting.makeProject("usr_eve")
    const none = "0".repeat(26)
    const eve = setting.browser("usr_eve")
    const absent = `${project.path.replace(/prj_\w+/, `prj_${none}`)}/${path}`
    const strangers = [
      { browser: eve, base: list() },
      { browser: ada(), base: absent },
      { browser: ada(), base: `/o/org_${none}/p/${project.projectId}/${path}` },
      { browser: ada(), base: `/o/${other.organizationId}/p/${project.projectId}/${path}` }
    ]
    const paths = [
      "",
      "/new",
      `/${id}`,
      `/${id}/history`,
      `/${id}/diff?from=1&to=1`,
      `/${id}/edit`,
      `/${id}/copy`,
      `/${id}/delete`,
      `/${id}/check`,
      `/${id}/restore?revision=1`,
      `/${id}/revisions/1`,
      "/deleted",
      `/deleted/${id}`
    ]
    const [answers, posts] = [new Set<string>(), new Set<string>()]
    for (const { browser, base } of strangers) {
      for (const rest of paths) answers.add((await browser.get(base + rest, 404)).text)
      for (const rest of ["/new", `/${id}/edit`, `/${id}/copy`, `/${id}/delete`, `/${id}/restore`]) {
        const posted = await browser.post(base + rest, {
          name: "Eve's",
          revision: "1",
          expectedRevision: "1",
          action: "save"
        })
        assert.strictEqual(posted.status, 404)
        // What was typed stays, and with it nothing that the others have not.
        posts.add(posted.text)
      }
    }
    // In her own project, it is absent too.
    for (const rest of paths.slice(2).filter((rest) => rest !== "/deleted"))
      answers.add((await eve.get(`${other.path}/${path}${rest}`, 404)).text)
    for (const wrong of ["x", `pv_${none}`, `cf_${none}`]) answers.add((await ada().get(at(wrong), 404)).text)
    assert.deepStrictEqual([answers.size, posts.size], [1, 1])
    assert.strictEqual((await read(id)).revision, 1)
  })

  it("whoever is not signed in is sent to sign in, and back", async () => {
    const page = await setting.browser(undefined).get(`${list()}?search=x`, 303)
    assert.strictEqual(page.location, `/sign-in?returnTo=${encodeURIComponent(`${list()}?search=x`)}`)
  })
})

describe("pages of page views alone", () => {
  beforeAll(async () => {
    project = await setting.makeProject("usr_ada")
  })

  it("settings are told in words: columns, filters, order, group, and the rest as JSON", async () => {
    const field = await setting.operate(project, "create_custom_field", bodies.custom_field("Cost"))
    const { id } = await setting.operate(
      project,
      "create_page_view",
      bodies.page_view("Told", {
        settings: {
          target: "evaluation_run",
          columns: [
            { field: "run.name", label: "Run", width: 320 },
            { field: "custom.cost", hidden: true }
          ],
          filters: [{ field: "run.durationMs", operator: "gte", value: 2000 }],
          sort: [{ field: "run.durationMs", direction: "desc" }],
          groupBy: "run.name",
          extra: { density: "compact" }
        },
        references: {
          cost: { kind: "custom_field", id: field.id, revision: null },
          old: { kind: "custom_field", id: field.id, revision: 1 }
        }
      })
    )
    const page = await ada().get(`${project.path}/page-views/${id}`)
    for (const words of [
      "Shows Evaluation run",
      "run.name Run 320 px yes",
      "custom.cost by its field automatic hidden",
      "run.durationMs is at least 2000",
      "descending, largest first",
      "Grouped by run.name",
      '"density": "compact"',
      "cost Cost custom field the current revision",
      "old Cost custom field pinned to revision 1"
    ]) {
      assert.include(page.text, words)
    }
    assert.include(page.html, `href="${project.path}/custom-fields/${field.id}/revisions/1"`)
  })

  it("a table has no code", async () => {
    const form = await ada().get(`${project.path}/page-views/new`)
    const typed = { name: "Table", sourceType: "table", sourceText: "export default 1", action: "save" }
    const refused = await ada().press(form, typed)
    assert.strictEqual(refused.status, 400)
    assert.strictEqual(refused.form().fields["sourceText"], "export default 1")
    await ada().submit(refused, { sourceText: "", action: "save" })
  })
  it("E3: a form with long and wrong settings, or of a check's findings, takes little longer than a right one", async () => {
    const form = await ada().get(`${project.path}/page-views/new`)
    const extra = Array.from({ length: 150_000 }, () => 1)
    const taken = async (action: string, columns: ReadonlyArray<object>, words: string) => {
      const settings = JSON.stringify({ target: "traces", extra, columns })
      const before = process.threadCpuUsage()
      const page = await ada().press(form, { name: "Wide", sourceType: "table", settings, references: "{}", action })
      const { user, system } = process.threadCpuUsage(before)
      assert.include(page.text, words)
      return (user + system) / 1000
    }
    const many = (column: object) => Array.from({ length: 300 }, () => column)
    const right = await taken("check", many({ field: "trace.name" }), "nothing is wrong")
    assert.isBelow(await taken("check", many({ field: "custom.none" }), "200 errors"), 4 * right)
    assert.isBelow(await taken("save", many({ fields: 1 }), "at /columns/0/fields: Expected"), 4 * right)
  })
})
