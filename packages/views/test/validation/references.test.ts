import { describe, expect, it } from "vitest"
import { analyse, maxIssues } from "../../src/validation/analyse.ts"
import { codeView, customField, fieldId, formula, found, graphOf, pageView, using } from "./graphs.ts"

const chained = (name: string, ...uses: ReadonlyArray<string>) =>
  customField(name, {
    source: { type: "formula", language: "cel", expression: ["1", ...uses.map((use) => `custom.${use}`)].join(" + ") },
    references: using(...uses)
  })

describe("V2: every definition that is used is checked too", () => {
  it("its issues name it, those of the root do not", () => {
    const graph = graphOf(
      pageView({
        settings: { target: "traces", groupBy: "trace.nope" },
        references: using("a"),
        source: { type: "react", code: "custom.a" }
      }),
      { ...chained("a", "b"), revision: 7 },
      customField("b", { source: { type: "attribute", pointer: "b" } })
    )
    const result = analyse(graph)
    expect(result).toMatchObject({ valid: false, checked: { dependencies: 2 } })
    expect(result.issues.map(({ code, definition }) => [code, definition])).toEqual([
      ["UNKNOWN_FIELD", undefined],
      ["NO_DEFAULT_EXPORT", undefined],
      ["SYNTAX_ERROR", { kind: "custom_field", id: fieldId("b"), revision: 1 }]
    ])
  })

  it("warnings alone leave it valid", () => {
    const result = analyse(graphOf(pageView({ references: using("a") }), customField("a")))
    expect(result).toMatchObject({ valid: true, issues: [{ severity: "warning", code: "UNUSED_REFERENCE" }] })
  })

  it("a reference that leads to nothing is an unknown alias, told once", () => {
    expect(found(graphOf(formula("custom.a + 1 > 2", { references: using("a") })))).toEqual([
      "UNKNOWN_ALIAS /references/a"
    ])
  })

  it("a pinned revision and the current one are two definitions; one reached twice is one", () => {
    const old = { ...customField("a"), revision: 3 }
    const now = { ...customField("a"), revision: 4 }
    const reference = (revision: number | null) => ({ kind: "custom_field", id: fieldId("a"), revision }) as const
    const root = pageView({
      references: { old: reference(3), now: reference(null), same: reference(4) },
      settings: { target: "traces", extra: ["old", "now", "same"] }
    })
    const nodes = [
      { ...old, requested: reference(3) },
      { ...now, requested: reference(null) },
      { ...now, requested: reference(4) }
    ]
    expect(analyse({ root, nodes })).toEqual({ valid: true, issues: [], checked: { dependencies: 2 } })
  })

  it("errors come first, and at most 200 issues", () => {
    const names = Array.from({ length: 300 }, (_, index) => `a${index}`)
    const many = pageView({ references: using(...names), settings: { target: "traces", groupBy: "nope" } })
    const result = analyse(graphOf(many, ...names.map((name) => customField(name))))
    expect(result.issues).toHaveLength(maxIssues)
    expect(result.issues[0]).toMatchObject({ severity: "error", code: "UNKNOWN_FIELD" })
    expect(result.valid).toBe(false)
  })

  it("messages are short and well formed", () => {
    const long = "\u{1f600}".repeat(100_000)
    const result = analyse(graphOf(codeView(`import "${long}"\nexport default () => custom["${long}"]`)))
    expect(result.issues).toHaveLength(2)
    for (const { message } of result.issues) {
      expect(message.length).toBeLessThanOrEqual(400)
      expect(message.isWellFormed()).toBe(true)
    }
  })
})

describe("V4: a cycle of references is told once, where it closes", () => {
  it("of two", () => {
    const graph = graphOf(
      pageView({ references: using("a"), settings: { target: "traces", groupBy: "custom.a" } }),
      chained("a", "b"),
      chained("b", "a")
    )
    expect(found(graph)).toEqual([`REFERENCE_CYCLE /references/a`].map((issue) => `${fieldId("b")}: ${issue}`))
    expect(analyse(graph).issues[0]?.message).toBe(
      "These definitions use one another: " +
        ["cf_a", "cf_b", "cf_a"].map((id) => `custom field ${id} at revision 1`).join(" -> ") +
        "."
    )
  })

  it("of one, and through the root", () => {
    expect(found(graphOf(chained("a", "a"), chained("a", "a")))).toEqual(["REFERENCE_CYCLE /references/a"])
    expect(found(graphOf(chained("a", "b"), chained("b", "a"), chained("a", "b")))).toEqual([
      `${fieldId("b")}: REFERENCE_CYCLE /references/a`
    ])
  })

  it("not of a definition that uses an older revision of itself", () => {
    const pinned = { kind: "custom_field", id: fieldId("a"), revision: 1 } as const
    const root = { ...chained("a", "a"), revision: 2, references: { a: pinned } }
    expect(found({ root, nodes: [{ ...customField("a"), requested: pinned }] })).toEqual([])
  })

  it("not where two ways lead to one definition", () => {
    expect(found(graphOf(chained("r", "a", "b"), chained("a", "c"), chained("b", "c"), chained("c")))).toEqual([])
  })

  it("in a chain of 5,000", () => {
    const last = 4_999
    const chain = Array.from({ length: last + 1 }, (_, index) =>
      chained(`a${index}`, `a${index === last ? 0 : index + 1}`)
    )
    expect(found(graphOf(chained("r", "a0"), ...chain))).toEqual([
      `${fieldId(`a${last}`)}: REFERENCE_CYCLE /references/a0`
    ])
  })
})
