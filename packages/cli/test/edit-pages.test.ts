import { AgentError } from "@agent-operations/client"
import { pageViews } from "@agent-operations/contract"
import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import type { Content, Definition } from "../src/definitions/definition.ts"
import { changesOf, formatDocument, makeParser } from "../src/edit/document.ts"
import { editedText, faultsOf, firstPage, mergedPage, pageText, refusedPage } from "../src/edit/page.ts"

const kind = pageViews.kinds[0]!
const settings = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} }
const content = (more: Partial<Content> = {}): Content => ({
  ...{ name: "P", description: null, source: { type: "table" }, settings, references: {} },
  ...more
})
const react = (code: string) => content({ source: { type: "react", code } })
const json = (value: object) => JSON.stringify(value, null, 2)
const separator = "//// source.code: all below this line, as it is ////"

describe("the text that is edited", () => {
  const parse = makeParser(kind)
  const read = (text: string) => Result.getOrThrow(parse(text))
  const faults = (text: string) => Result.match(parse(text), { onFailure: (lines) => lines, onSuccess: () => [] })

  it("is JSON, and below it the code as it is", () => {
    assert.strictEqual(formatDocument(kind, content()), `${json(content())}\n`)
    const above = json(content({ source: { type: "react" } }))
    for (const code of ["1", "1\n", "", "\n\n", `a\n${separator}\n//// source.other: x\n// b`, "a\r\nb"]) {
      const text = formatDocument(kind, react(code))
      assert.strictEqual(text, `${above}\n\n${separator}\n${code}\n`)
      assert.deepStrictEqual(read(text), react(code))
    }
    assert.deepStrictEqual(read(formatDocument(kind, content())), content())
  })

  it("is read without comments, from the first line that begins the code, whatever that line says after it", () => {
    const above = json(content({ source: { type: "react" } }))
    for (const line of ["//// source.code:", "//// source.code: ", `${separator} more`, "//// source.code:: x:"])
      assert.deepStrictEqual(
        read(`// a\n${above.replace("\n", "\n  // { b\n\t//c\n")}\n// d\n${line}\n// 1\n\n`),
        react("// 1\n")
      )
    for (const line of [
      " //// source.code:",
      "/// source.code:",
      "//// source.code",
      "////source.code:",
      "//// source.:"
    ]) {
      const [fault = "", ...more] = faults(`${above}\n${line}\n1`)
      assert.match(fault, /^This is no JSON: .+, in the line$/, line)
      assert.deepStrictEqual(more, ["  1"])
    }
    assert.deepStrictEqual(read(`${json(react("1"))}\n`), react("1"))
  })

  it("is refused with the line that is no JSON, or the place of what is no definition", () => {
    assert.deepStrictEqual(faults(`${json(react("1"))}\n${separator}\n1`), [
      "source has code above the line //// and below it."
    ])
    const [why, line, ...more] = faults('{\n  "name": "P",\n  "description" null\n}')
    assert.match(why!, /^This is no JSON: .+, in the line$/)
    assert.notInclude(why, "position")
    assert.deepStrictEqual([line, more], ['  "description" null', []])
    assert.deepStrictEqual(faults('"name" x\n{').slice(1), ['  "name" x'])
    // What ends too early may have no place.
    assert.match(faults("").join("\n"), /^This is no JSON: [^\n]+$/)
    assert.deepStrictEqual(
      faults('{"name":"P","a":9007199254740993}').map((text) => text.split(":")[0]),
      ["/a"]
    )
    const wrong = faults(json({ ...content(), name: 1, settings: { ...settings, "a/b": 1 } }))
    assert.sameMembers(
      wrong.map((text) => text.split(":")[0]),
      ["/name", "/settings/a~1b"]
    )
    for (const text of ["null", "[]", "1", '{"source":null}', '{"source":1}', "{}"])
      assert.isNotEmpty(faults(`${text}\n${separator}\n1`), text)
  })

  it("is sent with the members alone that say something else", () => {
    const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
    const after = content({ description: "D", settings: { ...settings, groupBy: "trace.name" } })
    assert.deepStrictEqual(changesOf(content(), after, same), {
      description: "D",
      settings: { ...settings, groupBy: "trace.name" }
    })
    assert.deepStrictEqual(changesOf(after, after, same), {})
  })
})

describe("a page in the editor", () => {
  const definition = (revision: number, said: Content, by = "Ada"): Definition => ({
    ...{ ...said, id: "pv_1", revision, updatedAt: "then", updatedBy: { name: by } }
  })
  const conflict = new Error("CONFLICT")

  it("has notes as comments above its text, and is read without them", () => {
    const page = { notes: ["one\ntwo\u001b", "three"], text: "a\n// b\nc\n" }
    assert.strictEqual(pageText(page), "// one\n// two\\u001b\n// three\na\n// b\nc\n")
    const cases: ReadonlyArray<readonly [edited: string, text: string]> = [
      [pageText(page), page.text],
      [page.text, page.text],
      ["// three\n// one\na\n// one\n", "a\n// one\n"],
      ["// mine\n// one\na", "// mine\n// one\na"],
      [pageText(page).replaceAll("\n", "\r\n"), page.text],
      ["// one\n// three", ""],
      ["", ""]
    ]
    for (const [edited, text] of cases) assert.strictEqual(editedText(page, edited), text, JSON.stringify(edited))
    const windows = { ...page, text: "a\r\nb\n" }
    assert.strictEqual(editedText(windows, pageText(windows)), "a\r\nb\n")
  })

  it("says first what it is, and again what is wrong with it", () => {
    assert.deepStrictEqual(firstPage(kind, definition(3, content()), "text"), {
      notes: [
        "The page view pv_1 at revision 3.",
        "Save and close it to update. Unchanged or empty, it is not sent.",
        "Lines of the JSON that begin with // are left out."
      ],
      text: "text"
    })
    const notes = ["Not saved yet. Correct it, or leave it as it is to give up.", "wrong"]
    assert.deepStrictEqual(refusedPage("text", ["wrong"], conflict), { notes, text: "text", refused: conflict })
    const refusal = {
      ...{ code: "NAME_TAKEN", message: "Taken.", hint: "Choose.", operation: "", attempts: 1, status: 409 }
    }
    assert.deepStrictEqual(faultsOf(new AgentError(refusal)), ["NAME_TAKEN: Taken.", "Choose."])
    assert.deepStrictEqual(faultsOf(new AgentError({ ...refusal, details: { a: 1 } })), [
      "NAME_TAKEN: Taken.",
      "Choose.",
      '{"a":1}'
    ])
    assert.deepStrictEqual(faultsOf(new Error("It broke.")), ["Error: It broke."])
  })

  it("R3: is what both made of it, between marks where that clashes", () => {
    const before = definition(1, react("1\n2\n"))
    const merged = mergedPage(
      kind,
      before,
      { ...react("1\n2\n"), name: "Mine" },
      definition(4, { ...react("1\n2\n"), description: "D" }, "Bob"),
      conflict
    )
    assert.deepStrictEqual(merged, {
      notes: [
        "Bob saved revision 4 while you edited revision 1.",
        "Below are their changes and yours. Save it and close the editor to send it."
      ],
      text: formatDocument(kind, { ...react("1\n2\n"), name: "Mine", description: "D" })
    })
    const clash = mergedPage(kind, before, react("1\nmine\n"), definition(4, react("1\ntheirs\n"), "Bob"), conflict)
    assert.deepStrictEqual(clash, {
      notes: [
        "Bob saved revision 4 while you edited revision 1.",
        "Where both changed the same, it is between <<<<<<< yours and >>>>>>> theirs.",
        "Make one of it, and take the marks away. Left as it is, it is given up."
      ],
      text: formatDocument(kind, react("1\n2\n")).replace(
        "\n2\n",
        "\n<<<<<<< yours\nmine\n||||||| revision 1\n2\n=======\ntheirs\n>>>>>>> revision 4\n"
      ),
      refused: conflict
    })
  })
})
