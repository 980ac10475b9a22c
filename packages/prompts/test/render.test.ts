import { isAgentError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import fc from "fast-check"
import { assert, describe, it, vi } from "vitest"
import type { PromptGraph, PromptNode, Variables } from "../src/index.ts"
import { runSteps } from "@agent-operations/operations"
import { checkPrompt as checkBySteps } from "../src/rendering/check.ts"
import { render } from "../src/rendering/render.ts"
import { renderErrorOf } from "../src/rendering/RenderFault.ts"
import { parseTemplate } from "../src/rendering/template.ts"
import { graphOf } from "./graphs.ts"

const checkPrompt = (graph: PromptGraph) => runSteps(checkBySteps(graph))

const rendered = (graph: PromptGraph, variables: Variables = {}) => {
  const result = runSteps(render(graph, variables))
  assert.isTrue(Result.isSuccess(result), JSON.stringify(result))
  return Result.getOrThrow(result)
}

const textOf = (graph: PromptGraph, variables: Variables = {}) => {
  const one = rendered(graph, variables)
  assert.strictEqual(one.type, "text")
  return one.type === "text" ? one.text : ""
}

const refused = (graph: PromptGraph, variables: Variables = {}) => {
  const result = runSteps(render(graph, variables))
  assert.isTrue(Result.isFailure(result), JSON.stringify(result))
  const error = Result.isFailure(result) ? renderErrorOf(result.failure) : undefined
  assert.isTrue(isAgentError(error))
  return error!
}

/** Text that has much of what templates are made of, tags among it. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "{",
        "{{",
        "}}",
        "{{{",
        ">",
        " ",
        "\t",
        "\n",
        "a",
        "{{a}}",
        "{{ b }}",
        "{{> p}}",
        "{{#a}}",
        "&<'\"",
        "$&"
      ),
      fc.string({ unit: "grapheme", maxLength: 4 })
    ),
    { maxLength: 12 }
  )
  .map((pieces) => pieces.join(""))

/** What the page says of a template, another way: character by character, without regular expressions. */
const expected = (template: string, values: Readonly<Record<string, string>>): string => {
  const isName = (name: string) =>
    name.length > 0 &&
    name.length <= 64 &&
    [...name].every((letter, n) => /[A-Za-z_]/.test(letter) || (n > 0 && /[0-9]/.test(letter)))
  const trim = (text: string) => {
    let [from, to] = [0, text.length]
    while (from < to && " \t".includes(text[from]!)) from++
    while (to > from && " \t".includes(text[to - 1]!)) to--
    return text.slice(from, to)
  }
  let told = ""
  for (let at = 0; at < template.length;) {
    const end = template.startsWith("{{", at) ? template.indexOf("}}", at) : -1
    const name = end === -1 ? "" : trim(template.slice(at + 2, end))
    if (isName(name)) {
      told += values[name] ?? `missing ${name}`
      at = end + 2
    } else told += template[at++]
  }
  return told
}

const maxBytes = 1024 * 1024

describe("rendering of prompts", () => {
  it("M3: a template is its text with values in place of names, and nothing else happens", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (template, a, b) => {
        // Other prompts have tests of their own.
        const one = template.replaceAll(">", "")
        const [graph, told] = [graphOf({ root: { template: one } }), expected(one, { a, b })]
        if (told.includes("missing ")) assert.strictEqual(refused(graph, { a, b })._tag, "MISSING_VARIABLE")
        else assert.strictEqual(textOf(graph, { a, b }), told)
      }),
      { numRuns: 2000 }
    )
  })

  it("M3: a prompt that includes others is what it is with their texts in its own", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (outer, inner, a) => {
        const [before, after] = [outer.replaceAll("{{> p}}", ""), outer.replaceAll("{{> p}}", "")]
        const root = { template: `${before}\n{{> p}}\n${after}`, includes: { p: "p" } }
        const p = { template: inner.replaceAll("{{> p}}", "") }
        const values = { a, b: "b" }
        fc.pre(![before, after, p.template].some((text) => expected(text ?? "", values).includes("missing ")))
        const around = (template: string) => textOf(graphOf({ one: { template } }), values)
        fc.pre(![before, after, p.template].some((text) => text.includes(">")))
        assert.strictEqual(
          textOf(graphOf({ root, p }), values),
          `${around(before)}\n${around(p.template)}\n${around(after)}`
        )
      })
    )
  })

  it("M3: values are neither escaped nor looked at for variables, and no name reaches anything else", () => {
    const template = "{{a}} {{constructor}} {{__proto__}} {{toString}}"
    const names = JSON.parse('{"a":"<{{b}}&\\u0000$&>","constructor":1.5,"__proto__":true,"toString":"x","b":"no"}')
    assert.strictEqual(textOf(graphOf({ root: { template } }), names), "<{{b}}&\u0000$&> 1.5 true x")
    assert.deepStrictEqual(refused(graphOf({ root: { template } }), { a: "" }).details, {
      variables: ["__proto__", "constructor", "toString"]
    })
    const sections = "{{#a}}{{/a}}{{^a}}{{&a}}{{!a}}{{a.b}}{{=<% %>=}}{{'a'}}{{a}"
    assert.strictEqual(textOf(graphOf({ root: { template: sections } })), sections)
  })

  it("M3: a default stands in, from the prompts around inwards; what is required and missing is told, never empty", () => {
    const root = {
      template: "{{tone}} {{> p}} [{{left}}]",
      variables: [
        { name: "tone", required: true, default: "kind" },
        { name: "left", required: false }
      ],
      includes: { p: "p" }
    }
    const p = {
      template: "{{tone}} {{n}}{{end}}",
      variables: [
        { name: "tone", required: true, default: "stern" },
        { name: "n", required: true },
        { name: "end", required: true, default: "!" }
      ]
    }
    assert.strictEqual(textOf(graphOf({ root, p }), { n: 3 }), "kind kind 3! []")
    assert.strictEqual(textOf(graphOf({ root, p }), { n: 3, tone: "", left: "x", end: "." }), "  3. [x]")
    assert.deepStrictEqual(
      [refused(graphOf({ root, p }))._tag, refused(graphOf({ root, p })).details],
      ["MISSING_VARIABLE", { variables: ["n"] }]
    )
  })

  it("a chat takes messages at its placeholders, and text in its messages alone", () => {
    const chat = graphOf({
      root: { type: "chat", messages: [{ role: "system", content: "{{a}}" }, { placeholder: "past" }] }
    })
    const past = [{ role: "user", content: "{{a}}" }] as const
    assert.deepStrictEqual(rendered(chat, { a: "A", past }), {
      type: "chat",
      messages: [{ role: "system", content: "A" }, ...past]
    })
    assert.strictEqual(refused(chat, { a: past, past })._tag, "VALIDATION_ERROR")
    assert.strictEqual(refused(chat, { a: "A", past: "text" })._tag, "VALIDATION_ERROR")
    assert.strictEqual(refused(chat, { a: "A" })._tag, "MISSING_VARIABLE")
  })

  it("prompts include one another 8 deep, and neither deeper nor in circles", () => {
    const chain = (length: number) =>
      graphOf(
        Object.fromEntries(
          Array.from({ length: length + 1 }, (_, n) => [
            `n${n}`,
            n === length ? { template: "end" } : { template: "{{> p}}", includes: { p: `n${n + 1}` } }
          ])
        )
      )
    assert.strictEqual(textOf(chain(8)), "end")
    assert.isTrue(checkPrompt(chain(8)).valid)
    assert.strictEqual(refused(chain(9))._tag, "INVALID_REFERENCE")
    assert.deepStrictEqual(
      checkPrompt(chain(9)).issues.map(({ code, path }) => [code, path]),
      [["TOO_DEEP", "/references"]]
    )
    const circle = graphOf({
      a: { template: "{{> b}}", includes: { b: "b" } },
      b: { template: "{{> a}}", includes: { a: "a" } }
    })
    assert.strictEqual(refused(circle)._tag, "INVALID_REFERENCE")
    assert.deepInclude(checkPrompt(circle).issues[0], { code: "REFERENCE_CYCLE", path: "/references/a" })
    // Only those are told that are in the circle, in their order.
    const led = graphOf({
      start: { template: "{{> a}}", includes: { a: "a" } },
      a: { template: "{{> b}}", includes: { b: "b" } },
      b: { template: "{{> a}}", includes: { a: "a" } }
    })
    const around = "prompt a at revision 1 -> prompt b at revision 1 -> prompt a at revision 1"
    for (const { message } of [refused(led), checkPrompt(led).issues[0]!]) {
      assert.include(message, `: ${around}.`)
    }
  })

  it("what is wrong in thousands of places is told of 200", () => {
    const count = 200
    const include = (n: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, m) => [`p${m}`, `n${(n + m) % count}`]))
    const template = Array.from({ length: count }, (_, m) => `{{> p${m}}}`).join("")
    // Each includes every one, itself too: 20,000 circles.
    const circles = graphOf(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, { template, includes: include(n) }]))
    )
    const { valid, issues } = checkPrompt(circles)
    assert.deepStrictEqual([valid, issues.length, issues[199]!.code], [false, 200, "REFERENCE_CYCLE"])
    const strays = checkPrompt(
      graphOf({ root: { template: "{{ {{x}}".repeat(100_000), variables: [{ name: "x", required: true }] } })
    )
    assert.deepStrictEqual([strays.valid, strays.issues.length, strays.issues[199]!.code], [true, 200, "NOT_A_TAG"])
  })

  it("K3: pieces are put together a thousand in a step, and what declares them is looked at once", () => {
    const names = Array.from({ length: 100 }, (_, n) => `v${n}`)
    const graph = graphOf({
      root: { template: "{{> leaf}}".repeat(20), includes: { leaf: "leaf" } },
      leaf: { template: "{{v99}}".repeat(999) }
    })
    const leaf = graph.resolve({ kind: "prompt", id: "leaf", revision: 1 })!
    let looked = 0
    const variables = names.map((name) => ({
      get name() {
        looked += 1
        return name
      },
      required: false
    }))
    const declaring = { ...leaf, settings: { variables } }
    let steps = 0
    for (const _ of render({ ...graph, resolve: () => declaring }, {})) steps++
    assert.isAtLeast(steps, 19)
    assert.isAtMost(looked, 2 * names.length)
  })

  it("K3: templates are looked at once, each in a step of its own", () => {
    const template = "{{a}}".repeat(1000)
    const included = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, { template }]))
    const includes = Object.fromEntries(Object.keys(included).map((name) => [name, name]))
    const graph = graphOf({ root: { template: "{{> n0}}", includes }, ...included })
    const matchAll = vi.spyOn(String.prototype, "matchAll")
    let steps = 0
    for (const _ of checkBySteps(graph)) steps++
    const looked = matchAll.mock.contexts.filter((text) => String(text) === template).length
    matchAll.mockRestore()
    assert.strictEqual(looked, 20)
    assert.isAtLeast(steps, 40)
  })

  it("two prompts may include the same one, and that is no circle", () => {
    const graph = graphOf({
      root: { template: "{{> a}}{{> b}}", includes: { a: "a", b: "b" } },
      a: { template: "a" },
      b: { template: "{{> a}}", includes: { a: "a" } }
    })
    assert.strictEqual(textOf(graph), "aa")
    assert.deepStrictEqual(checkPrompt(graph), { valid: true, issues: [], checked: { dependencies: 2 } })
  })

  it("a tag may have spaces and tabs around its name, or none", () => {
    for (const template of ["{{>p}}", "{{> p}}", "{{ \t>\t p }}"]) {
      assert.strictEqual(textOf(graphOf({ root: { template, includes: { p: "p" } }, p: { template: "x" } })), "x")
    }
  })

  it("what a draft lacks is told of the draft, and what fits a place beside the name", () => {
    const { root, ...rest } = graphOf({ draft: { template: "{{> lost}}" } })
    const { message, details } = refused({ ...rest, root: { ...root, id: null, revision: null } })
    assert.include(message, "lost of the draft ")
    assert.deepStrictEqual(details, { references: ["lost"] })
    const needs = (graph: PromptGraph, value: Variables[string]) => JSON.stringify(refused(graph, { a: value }).details)
    const text = needs(graphOf({ root: { template: "{{a}}" } }), [])
    const messages = needs(graphOf({ root: { type: "chat", messages: [{ placeholder: "a" }] } }), "text")
    assert.match(text, /variables.*give text/)
    assert.match(messages, /variables.*Give messages/)
  })

  it("M3: the pieces of a template are the template, and none is empty", () => {
    fc.assert(
      fc.property(hostile, (template) => {
        const parts = parseTemplate(template)
        const ends = [...parts.slice(1).map(({ at }) => at), template.length]
        assert.strictEqual(parts[0]?.at ?? 0, 0)
        for (const [n, part] of parts.entries()) {
          const whole = template.slice(part.at, ends[n])
          assert.isNotEmpty(whole)
          if (part.type === "text") assert.strictEqual(part.text, whole)
          else assert.include(whole, part.type === "variable" ? part.name : part.alias)
        }
      })
    )
  })

  it("M3: hostile templates and values end within 1 MiB", () => {
    const whole = graphOf({ root: { template: "{{a}}{{b}}" } })
    const [a, b] = ["x".repeat(maxBytes / 2), "x".repeat(maxBytes / 2)]
    assert.lengthOf(textOf(whole, { a, b }), maxBytes)
    assert.strictEqual(refused(whole, { a, b: `${b}x` })._tag, "PAYLOAD_TOO_LARGE")
    const many = "{{a}}".repeat(50_000)
    assert.strictEqual(textOf(graphOf({ root: { template: many } }), { a: "x" }).length, 50_000)
    assert.strictEqual(refused(graphOf({ root: { template: many } }), { a: "é".repeat(100) })._tag, "PAYLOAD_TOO_LARGE")
    // Each level includes the next 100 times: of nothing, 10^16 times over.
    const levels = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [
        `n${n}`,
        n === 8 ? { template: "" } : { template: "{{> p}}".repeat(100), includes: { p: `n${n + 1}` } }
      ])
    )
    assert.strictEqual(refused(graphOf(levels))._tag, "PAYLOAD_TOO_LARGE")
    for (const piece of ["{", "{{", "{{ ", "{{>", "{{> a", "{{a", "{{ a ", `{{${" ".repeat(100)}`, "{{> a}"]) {
      const template = piece.repeat(Math.floor((256 * 1024) / piece.length))
      const graph = graphOf({ root: { template } })
      assert.strictEqual(textOf(graph), template)
      assert.isTrue(checkPrompt(graph).valid)
    }
    const undeclared = graphOf({ root: { template: Array.from({ length: 20_000 }, (_, n) => `{{v${n}}}`).join("\n") } })
    assert.lengthOf(checkPrompt(undeclared).issues, 200)
    assert.lengthOf((refused(undeclared).details as { variables: Array<string> }).variables, 100)
  })
})

describe("validation of prompts", () => {
  it("tells what is undeclared, unused, unknown and no text, each with its place", () => {
    const graph = graphOf({
      root: {
        template: "Hi {{name}},\n  {{#if}} {{> gone}} {{> chat}} {{> part}}",
        // What is used within what is included is used.
        variables: [
          { name: "ok", required: true, default: "text" },
          { name: "unused", required: true, default: "text" }
        ],
        includes: { chat: "chat", part: "part", spare: "part" }
      },
      chat: { type: "chat", messages: [{ placeholder: "x" }] },
      part: { template: "{{ok}}", variables: [{ name: "ok", required: true, default: [] }] }
    })
    const { valid, issues, checked } = checkPrompt(graph)
    assert.isFalse(valid)
    assert.deepStrictEqual(checked, { dependencies: 2 })
    assert.deepStrictEqual(
      issues.map(({ code, path, position, definition }) => [
        code,
        path,
        ...(position === undefined ? [] : [`${position.line}:${position.column}`]),
        ...(definition === undefined ? [] : [definition.id])
      ]),
      [
        ["UNDECLARED_VARIABLE", "/source/template", "1:4"],
        ["UNKNOWN_ALIAS", "/source/template", "2:11"],
        ["NOT_A_TEXT", "/source/template", "2:22"],
        ["UNDECLARED_VARIABLE", "/source/messages/0/placeholder", "chat"],
        ["VARIABLE_TYPE", "/settings/variables/0/default", "part"],
        ["UNUSED_VARIABLE", "/settings/variables/1"],
        ["UNUSED_REFERENCE", "/references/spare"],
        ["NOT_A_TAG", "/source/template", "2:3"]
      ]
    )
  })

  it("a name stands for text or for messages, and its default is of that", () => {
    const chat = (...variables: PromptNode["settings"]["variables"]) => {
      const source = { type: "chat", messages: [{ role: "user", content: "{{a}}" }, { placeholder: "b" }] } as const
      const { root, ...rest } = graphOf({ root: source })
      return checkPrompt({ ...rest, root: { ...root, settings: { variables } } })
    }
    const [a, b] = [
      { name: "a", required: true },
      { name: "b", required: true }
    ]
    assert.deepStrictEqual(chat({ ...a, default: "text" }, { ...b, default: [] }).issues, [])
    assert.deepStrictEqual(
      chat({ ...a, default: [] }, { ...b, default: "text" }).issues.map(({ severity, code, path }) => [
        severity,
        code,
        path
      ]),
      [
        ["error", "VARIABLE_TYPE", "/settings/variables/0/default"],
        ["error", "VARIABLE_TYPE", "/settings/variables/1/default"]
      ]
    )
    const { root, ...rest } = graphOf({
      root: { type: "chat", messages: [{ role: "user", content: "{{a}}" }, { placeholder: "a" }] }
    })
    assert.deepStrictEqual(
      checkPrompt({ ...rest, root: { ...root, settings: { variables: [a] } } }).issues.map(
        ({ severity, code, path }) => [severity, code, path]
      ),
      [["error", "VARIABLE_TYPE", "/source/messages/1/placeholder"]]
    )
  })

  it("tells of the messages of a chat each with its own place", () => {
    const content = (text: string) => ({ role: "user", content: text }) as const
    const chat = graphOf({
      root: { type: "chat", messages: [content("{{a}}"), { placeholder: "b" }, content("x {{c}}")] }
    })
    assert.deepStrictEqual(
      checkPrompt(chat).issues.map(({ path, position }) => [path, position?.column]),
      [
        ["/source/messages/0/content", 1],
        ["/source/messages/2/content", 3],
        ["/source/messages/1/placeholder", undefined]
      ]
    )
  })

  it("M3: tells of each reference whether its prompt is there, is used, and is pinned", () => {
    const { root, ...rest } = graphOf({
      start: { template: "{{> part}}{{> lost}}{{> free}}", includes: { part: "part", lost: "gone", spare: "part" } },
      part: { template: "a" }
    })
    const references: PromptNode["references"] = {
      ...root.references,
      free: { kind: "prompt", id: "part", revision: null }
    }
    const { valid, issues } = checkPrompt({ ...rest, root: { ...root, references } })
    assert.isFalse(valid)
    assert.deepStrictEqual(
      issues.map(({ severity, code, path }) => [severity, code, path]),
      [
        ["error", "UNKNOWN_ALIAS", "/references/lost"],
        ["warning", "UNPINNED_REFERENCE", "/references/free"],
        ["warning", "UNUSED_REFERENCE", "/references/spare"]
      ]
    )
    // What is only warned of is rendered.
    const { lost: _, ...found } = references
    const source = { type: "text" as const, template: "{{> part}}{{> free}}" }
    assert.isTrue(checkPrompt({ ...rest, root: { ...root, source, references: found } }).valid)
  })
})
