import * as fc from "fast-check"
import type { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { lineAt, lineEnd } from "../src/content/form/lines.ts"
import { positionsAt, positionsOf } from "../src/content/form/locate.ts"
import { textMeant } from "../src/content/form/newlines.ts"
import { canBePosted } from "../src/content/form/size.ts"
import { scorerOptions, scorersOf, chosenScorers } from "../src/evaluations/scorer-field.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { fieldAt, questionFields, scoresTyped, typedOf } from "../src/reviews/questions.ts"
import { subjectField, subjectMeant } from "../src/reviews/new/subject.ts"
import type { Question } from "../src/reviews/port.ts"
import { maxBodyBytes } from "../src/security.ts"
import { textOf } from "./text.ts"

type Json = Schema.Json

/** JSON with the spaces that are given between its signs, and where each value begins in it. */
const spaced = (value: Json, spaces: ReadonlyArray<string>) => {
  const begins = new Map<string, number>()
  let text = ""
  let used = 0
  const write = (sign: string) => (text += (spaces[used++ % spaces.length] ?? "") + sign)
  const list = (marks: string, path: ReadonlyArray<string>, items: ReadonlyArray<readonly [string, Json]>) => {
    for (const [n, [key, item]] of items.entries()) {
      if (n > 0) write(",")
      if (marks === "{}") write(JSON.stringify(key))
      if (marks === "{}") write(":")
      print(item, [...path, key])
    }
    write(marks[1]!)
  }
  const print = (value: Json, path: ReadonlyArray<string>) => {
    const isObject = typeof value === "object" && value !== null
    const marks = Array.isArray(value) ? "[]" : "{}"
    const sign = isObject ? marks[0]! : JSON.stringify(value)
    write(sign)
    begins.set(pointerOf(path), text.length - sign.length)
    if (isObject) list(marks, path, Object.entries(value) as never)
  }
  print(value, [])
  return { text, begins }
}

describe("places in JSON that somebody typed", () => {
  const spaces = fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n", "\n\n  "), { minLength: 1, maxLength: 7 })

  it("are those where its values begin, whatever stands between its signs, asked for in any order", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), spaces, (value, spaces) => {
        const { text, begins } = spaced(value as Json, spaces)
        const pointers = [...begins.keys()].toReversed()
        const expected = pointers.map((pointer) => {
          const before = text.slice(0, begins.get(pointer)).split("\n")
          return { line: before.length, column: before.at(-1)!.length + 1 }
        })
        assert.deepStrictEqual(positionsOf(text, pointers), expected)
      })
    )
  })

  it.each([
    ['{"a": {"b": 1}}', "/a/c", [1, 7]],
    ['{"a": [1, 2]}', "/a/2", [1, 7]],
    ['{"a": [1, 2]}', "/a/b", [1, 7]],
    ['[[1], {"0": 2}]', "/1/0", [1, 13]],
    ['{"a": 1, "b": [2', "/b/0", [1, 16]],
    ['{"a": "x\\u0041", "b": 2}', "/b", [1, 23]],
    ['{"a": "x\\x", "b": 2}', "/b", [1, 1]],
    ['{"a": "x\\x", "b": 2}', "/a", [1, 7]],
    ['{"a": 1, b: {"c": 2}}', "/c", [1, 1]],
    ['{"\\u0061": 1}', "/a", [1, 12]],
    ["[truefalse,1]", "/1", [1, 12]],
    ["[1 ,\n 2]", "/1", [2, 2]],
    ["  7", "", [1, 3]],
    ["  7", "/a", [1, 3]],
    ["", "/a", [1, 1]]
  ] as const)("of %j at %j are as far as it is JSON", (text, pointer, [line, column]) => {
    assert.deepStrictEqual(positionsOf(text, [pointer]), [{ line, column }])
  })

  it("are told of characters in any order, at the ends of lines too", () => {
    const at = positionsAt("ab\n\nc\n", [5, 0, 2, 3, 4, 6, 2])
    assert.deepStrictEqual(
      at.map(({ line, column }) => [line, column]),
      [
        [3, 2],
        [1, 1],
        [1, 3],
        [2, 1],
        [3, 1],
        [4, 1],
        [1, 3]
      ]
    )
    assert.deepStrictEqual(positionsAt("", [0]), [{ line: 1, column: 1 }])
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4].map((offset) => lineAt("a\nb\n", offset)),
      [1, 1, 2, 2, 3]
    )
    assert.deepStrictEqual(
      [0, 5, 6, 8].map((offset) => lineEnd("a  \nbc \r\nd", offset)),
      [1, 6, 6, 6]
    )
    assert.strictEqual(lineEnd("a\nlast  ", 3), 6)
  })
})

describe("what is typed", () => {
  it.each([
    ["a\r\nb\rc", undefined, "a\nb\nc"],
    ["a\nb", "a\r\nb", "a\r\nb"],
    ["a\nb\nc", "a\r\nb", "a\r\nb\r\nc"],
    ["a\nb\nc", "a\r\nb\nx", "a\nb\nc"],
    ["a\nb\nc", "a\r\nb\rx", "a\nb\nc"],
    ["a\nb\nc", "a\rb", "a\nb\nc"],
    ["a\nb", "a\rb", "a\rb"],
    ["a\nb", "one line", "a\nb"],
    ["", "a\r\nb", ""]
  ])("%j over %j is %j: line breaks stay as they were", (typed, edited, meant) => {
    assert.strictEqual(textMeant(typed, edited), meant)
  })

  it("can be sent as long as it is no more than a form takes, as browsers write it", () => {
    const besides = 1024
    // As browsers do, which the class does not: a line break becomes CR LF.
    const widthOf = (sign: string) => new URLSearchParams([["", sign.replace("\n", "\r\n")]]).toString().length - 1
    const signs = [..."azAZ09 *-._/:@[`{~!é߿ࠀ€￿\n\u0000\u007f\u0080", "😀", "\ue000"]
    for (const sign of signs) {
      const room = maxBodyBytes - besides
      const many = Math.floor(room / widthOf(sign)) - 1
      const exact = sign.repeat(many) + "a".repeat(room - many * widthOf(sign))
      const said = JSON.stringify(sign)
      assert.isTrue(canBePosted({ name: exact }), said)
      assert.isTrue(canBePosted({ name: exact.slice(sign.length), more: sign }), said)
      assert.isFalse(canBePosted({ name: exact, more: "a" }), said)
    }
  })
})

const question = (output: object, guidance = ""): Question =>
  ({ question: "How is it?", guidance, output, scorerId: "sc_1" }) as never

const rubric = {
  helpful: question({ type: "boolean" }, "Read it."),
  tone: question({
    type: "label",
    labels: [
      { label: "Kind", value: 1 },
      { label: "Cold", value: 0 }
    ]
  }),
  range: question({ type: "number", min: 1, max: 5 }, "Be strict."),
  least: question({ type: "number", min: 0, max: null }),
  most: question({ type: "number", min: null, max: 10 }),
  any: question({ type: "number", min: null, max: null })
}

describe("questions of a review", () => {
  const drawn = (rubric: object, typed: Readonly<Record<string, string>> = {}, errors = {}) =>
    String(questionFields({ rubric } as never, (name) => typed[name] ?? "", errors))

  it("say what a good answer is, and are pressed by keys of their own", () => {
    const markup = drawn(rubric)
    const hints = [...markup.matchAll(/id="value\.(\w+)-hint"[^>]*>([^]*?)<\/p/g)].map(([, name, hint]) => [
      name,
      textOf(hint!)
    ])
    assert.deepStrictEqual(hints, [
      ["helpful", "Read it."],
      ["range", "Be strict. A number from 1 to 5."],
      ["least", "A number of 0 or more."],
      ["most", "A number of 10 or less."],
      ["any", "A number."]
    ])
    const keys = (markup: string) => [...markup.matchAll(/data-shortcut="([^"]*)"/g)].map(([, keys]) => keys)
    assert.deepStrictEqual(keys(markup), ["a 1", "a 2", "b 1", "b 2"])
    const values = (markup: string) =>
      [...markup.matchAll(/type="radio"[^>]*?value="([^"]*)"/g)].map(([, text]) => text)
    assert.deepStrictEqual(values(markup), ["true", "false", "Kind", "Cold"])
    assert.notInclude(markup, 'id="value.tone-hint"')
    const labels = Array.from({ length: 10 }, (_, n) => ({ label: `L${n}`, value: n }))
    const one = drawn({ only: question({ type: "label", labels }) })
    assert.deepStrictEqual(keys(one), ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    const many = Object.fromEntries(Array.from({ length: 18 }, (_, n) => [`q${n}`, question({ type: "boolean" })]))
    const letters = keys(drawn(many)).filter((_, n) => n % 2 === 0)
    assert.deepStrictEqual(
      letters,
      [..."abdfijloqtuvwxyz"].map((letter) => `${letter} 1`)
    )
  })

  it("show what was typed, what was submitted, and what is wrong, each at its field", () => {
    const scores = {
      helpful: { value: false, comment: "Late." },
      tone: { value: "Cold" },
      range: { value: 4.5 }
    }
    const typed = typedOf({ scores } as never)
    const names = ["value.helpful", "comment.helpful", "value.tone", "comment.tone", "value.range", "value.none"]
    assert.deepStrictEqual(names.map(typed), ["false", "Late.", "Cold", "", "4.5", ""])
    const markup = String(
      questionFields({ rubric } as never, typed, { "value.range": "Too much.", "comment.tone": "Too long." })
    )
    const checked = [...markup.matchAll(/<input\s[^>]*?value="([^"]*)"\s+checked/g)].map(([, value]) => value)
    assert.deepStrictEqual(checked, ["false", "Cold"])
    assert.match(markup, /name="value\.range"[^>]*value="4\.5"/)
    assert.match(markup, /<textarea\s[^>]*name="comment\.helpful"[^>]*>\s*Late\.<\/textarea>/)
    const errors = [...markup.matchAll(/id="([\w.]*)-error"[^>]*>([^]*?)<\/p/g)].map(([, id, said]) => [
      id,
      textOf(said!)
    ])
    assert.deepStrictEqual(errors, [
      ["comment.tone", "Error: Too long."],
      ["value.range", "Error: Too much."]
    ])
  })

  it("are answered by what was typed, with what is wrong at each", () => {
    const read = (typed: Readonly<Record<string, string>>, of: object = rubric) =>
      scoresTyped({ rubric: of } as never, (name) => typed[name] ?? "")
    assert.deepStrictEqual(read({}), {
      errors: {
        "value.helpful": "How is it?: Choose an answer.",
        "value.tone": "How is it?: Choose an answer.",
        "value.range": "How is it?: A number from 1 to 5.",
        "value.least": "How is it?: A number of 0 or more.",
        "value.most": "How is it?: A number of 10 or less.",
        "value.any": "How is it?: A number."
      }
    })
    const good = {
      ...{ "value.helpful": "true", "comment.helpful": " Yes. ", "value.tone": "Cold", "value.range": " 4,5 " },
      ...{ "value.least": "0", "value.most": "-1e2", "value.any": "0x10", "comment.any": " " }
    }
    assert.deepStrictEqual(read(good), {
      scores: {
        ...{ helpful: { value: true, comment: "Yes." }, tone: { value: "Cold" }, range: { value: 4.5 } },
        ...{ least: { value: 0 }, most: { value: -100 }, any: { value: 16 } }
      }
    })
    for (const wrong of [
      { "value.helpful": "yes" },
      { "value.tone": "cold" },
      { "value.range": " " },
      { "value.range": "1,000,5" },
      { "value.any": "Infinity" },
      { "value.any": "much" }
    ]) {
      const [name = ""] = Object.keys(wrong)
      const result = read({ ...good, ...wrong })
      assert.deepStrictEqual("errors" in result && Object.keys(result.errors), [name], JSON.stringify(wrong))
    }
    assert.deepStrictEqual(read({ "value.no": "false" }, { no: question({ type: "boolean" }) }), {
      scores: { no: { value: false } }
    })
  })

  it("have a field for each place of the input", () => {
    const pointers = ["/scores/a/value", "/scores/a/comment", "/scores/a", "/scores", "/other/a", ""]
    assert.deepStrictEqual(pointers.map(fieldAt), ["value.a", "comment.a", "value.a", undefined, undefined, undefined])
  })
})

describe("what a review session is about", () => {
  const read = (about: "traces" | "run", typed: Readonly<Record<string, string>>) =>
    subjectMeant(about, (name) => typed[name] ?? "")

  it("is traces, or targets of a run as they are narrowed", () => {
    assert.deepStrictEqual(read("traces", { traces: " a,\n\tb , c", run: "evr_1" }), {
      subject: { traceIds: ["a", "b", "c"] }
    })
    assert.deepStrictEqual(read("traces", {}), { subject: { traceIds: [] } })
    assert.deepStrictEqual(read("run", { run: " evr_1 ", traces: "a" }), { subject: { runId: "evr_1" } })
    const whole = { run: "evr_1", status: "failed", scorer: " exact ", below: " 0.5 ", sample: "0" }
    assert.deepStrictEqual(read("run", whole), {
      subject: { runId: "evr_1", status: "failed", scorer: "exact", below: 0.5, sample: 0 }
    })
    assert.deepStrictEqual(read("run", { run: "r", status: "succeeded", below: "0" }), {
      subject: { runId: "r", status: "succeeded", below: 0 }
    })
    assert.deepStrictEqual(read("run", { run: "r", status: "queued", scorer: " ", below: " ", sample: " " }), {
      subject: { runId: "r" }
    })
    const below = "Below: Enter a number, such as 0.5."
    const sample = "How many at most: Enter a number, such as 20."
    assert.deepStrictEqual(read("run", { below: "half", sample: "all" }), { errors: { below, sample } })
    assert.deepStrictEqual(read("run", { below: "half" }), { errors: { below } })
    assert.deepStrictEqual(read("run", { sample: "all" }), { errors: { sample } })
  })

  it("has a field for each place of it", () => {
    const pointers = [
      "/subject/status",
      "/subject/scorer",
      "/subject/below",
      "/subject/sample",
      "/subject/runId",
      "/subject"
    ]
    assert.deepStrictEqual(
      pointers.map((path) => subjectField("run", path)),
      ["status", "scorer", "below", "sample", "run", "run"]
    )
    assert.deepStrictEqual(
      [subjectField("traces", "/subject/status"), subjectField("traces", "/subject")],
      ["traces", "traces"]
    )
  })
})

describe("scorers of a run", () => {
  const scorer = (id: string, name: string, type = "code") => ({ id, name, source: { type } }) as never

  it("have the alias that they had, else one of their name, each once", () => {
    const pinned = { exact: { id: "sc_2" }, exactMatch: { id: "sc_9" } } as never
    const named = [
      scorer("sc_1", "Exact match"),
      scorer("sc_2", "Whatever"),
      scorer("sc_3", "exact--match"),
      scorer("sc_4", "  42 Ways, to SCORE it 2"),
      scorer("sc_5", "שלום"),
      scorer("sc_6", "7", "human"),
      scorer("sc_7", "x".repeat(50))
    ]
    const options = scorerOptions(named, pinned)
    assert.deepStrictEqual(
      options.map(({ value }) => value),
      [
        "exactMatch2:sc_1",
        "exact:sc_2",
        "exactMatch3:sc_3",
        "waysToSCOREIt2:sc_4",
        "scorer:sc_5",
        "scorer2:sc_6",
        `${"x".repeat(36)}:sc_7`
      ]
    )
    assert.deepStrictEqual(options[5], {
      value: "scorer2:sc_6",
      label: "7",
      hint: "Its scores are called scorer2. People score, in reviews."
    })
    assert.deepStrictEqual(options[1]?.hint, "Its scores are called exact.")
    assert.deepStrictEqual(scorerOptions([scorer("sc_1", "Exact match")])[0]?.value, "exactMatch:sc_1")
    assert.deepStrictEqual(chosenScorers(pinned), ["exact:sc_2", "exactMatch:sc_9"])
    assert.deepStrictEqual(chosenScorers(), [])
    assert.deepStrictEqual(scorersOf(["a:sc_1", "b:x:y"]), { a: { id: "sc_1" }, b: { id: "x:y" } })
  })
})
