import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { analyse } from "../../src/validation/analyse.ts"
import { cycles } from "../../src/validation/cycles.ts"
import { resolution } from "../../src/validation/graph.ts"
import type { DefinitionNode, Graph, ValidationResult } from "../../src/validation/model.ts"
import { type CelType, codeTokens, formulas, formulaTokens, modules, soup } from "./generators.ts"
import { codeView, customField, formula, graphOf, using } from "./graphs.ts"

const types: ReadonlyArray<CelType> = ["string", "number", "boolean", "timestamp", "duration"]
const fieldsOfEachType = types.map((valueType) => customField(valueType, { settings: { target: "trace", valueType } }))

const checkCode = (code: string) => analyse(graphOf(codeView(code, "cost"), customField("cost")))

const checkFormula = (expression: string, valueType: CelType | "json") =>
  analyse(
    graphOf(
      formula(expression, { settings: { target: "trace", valueType }, references: using(...types) }),
      ...fieldsOfEachType
    )
  )

const errorsOf = ({ issues }: ValidationResult) => issues.filter(({ severity }) => severity === "error")

/** Every position is a place in the text, or just behind its end. */
const expectPlaces = (text: string, { issues }: ValidationResult) => {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u)
  for (const { position, message } of issues) {
    expect(message.isWellFormed()).toBe(true)
    if (position === undefined) continue
    expect(position.line).toBeGreaterThanOrEqual(1)
    expect(position.line).toBeLessThanOrEqual(lines.length)
    expect(position.column).toBeGreaterThanOrEqual(1)
    // A line that ends with CRLF can be pointed at between the two.
    expect(position.column).toBeLessThanOrEqual((lines[position.line - 1] ?? "").length + 2)
  }
}

/** The text with one piece cut out, doubled or moved to the front. */
const damaged = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom("cut", "doubled", "moved"))
    .map(([text, at, length, how]) => {
      const from = text.length === 0 ? 0 : at % text.length
      const piece = text.slice(from, from + length)
      const rest = text.slice(0, from) + text.slice(from + length)
      return how === "cut" ? rest : how === "moved" ? piece + rest : text.slice(0, from) + piece + text.slice(from)
    })

describe("E3, V5: bad input, however strange, is an issue and no failure, and positions lie in the text", () => {
  it("code", () => {
    fc.assert(
      fc.property(fc.oneof(soup(codeTokens), damaged(modules)), (code) => expectPlaces(code, checkCode(code))),
      { numRuns: 1_000 }
    )
  })

  it("formulas", () => {
    const texts = fc.oneof(soup(formulaTokens), damaged(formulas.boolean), damaged(formulas.string))
    fc.assert(
      fc.property(texts, (expression) => expectPlaces(expression, checkFormula(expression, "json"))),
      { numRuns: 1_000 }
    )
  })

  it("field names, values and pointers", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("trace.", "custom.", "__proto__", "custom.__proto__", "trace.constructor.x")
    )
    fc.assert(
      fc.property(text, fc.jsonValue(), fc.jsonValue(), (field, value, extra) => {
        const root: DefinitionNode = {
          ...codeView("export default () => 1"),
          settings: {
            target: "traces",
            columns: [{ field }],
            filters: [
              { field: "trace.name", operator: "eq", value },
              { field, operator: "in", value }
            ],
            sort: [{ field }],
            groupBy: field,
            extra
          }
        }
        const attribute = customField("a", { source: { type: "attribute", pointer: field } })
        expectPlaces(field, analyse(graphOf(root)))
        expectPlaces(field, analyse(graphOf(attribute)))
      })
    )
  })
})

describe("V2: what is right is valid", () => {
  it("modules", () => {
    fc.assert(
      fc.property(modules, (code) => {
        expect(errorsOf(checkCode(code))).toEqual([])
      }),
      { numRuns: 500 }
    )
  })

  it.each(types)("formulas for a %s", (type) => {
    fc.assert(
      fc.property(formulas[type], (expression) => {
        expect(errorsOf(checkFormula(expression, type))).toEqual([])
      }),
      { numRuns: 200 }
    )
  })

  it.each(types)("and a formula for a %s is no other type", (type) => {
    fc.assert(
      fc.property(formulas[type], fc.constantFrom(...types.filter((other) => other !== type)), (expression, other) => {
        // An attribute can be of any type.
        fc.pre(!expression.includes("trace.attributes"))
        expect(errorsOf(checkFormula(expression, other))).toMatchObject([{ code: "TYPE_ERROR" }])
      }),
      { numRuns: 200 }
    )
  })
})

/** A graph of n fields in which field i uses those in the row i, and the first is the root. */
const graphFrom = (rows: ReadonlyArray<ReadonlySet<number>>): Graph => {
  const fields = rows.map((row, index) =>
    customField(`n${index}`, { references: using(...[...row].map((to) => `n${to % rows.length}`)) })
  )
  return graphOf(fields[0] ?? customField("n0"), ...fields)
}

const graphs = fc
  .array(
    fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 }).map((row) => new Set(row)),
    { minLength: 1, maxLength: 7 }
  )
  .map(graphFrom)

/** Whether a definition can be reached from itself, by trying every path; cut references are left out. */
const isCyclic = ({ nodes }: Graph, cut: ReadonlySet<string>): boolean => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const next = (id: string) =>
    Object.entries(byId.get(id)?.references ?? {})
      .filter(([alias]) => !cut.has(`${id} ${alias}`))
      .map(([, { id: to }]) => to)
  const reaches = (from: string, to: string, path: ReadonlyArray<string>): boolean =>
    next(from).some((step) => step === to || (!path.includes(step) && reaches(step, to, [...path, step])))
  return nodes.some(({ id }) => reaches(id ?? "", id ?? "", []))
}

describe("V4: a cycle of references is told once, where it closes", () => {
  it("as a naive search finds them", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const found = cycles(resolution(graph))
        expect(found.length > 0).toBe(isCyclic(graph, new Set()))

        const closing = new Set(found.map((cycle) => `${cycle.closing.id} ${cycle.alias}`))
        expect(closing.size).toBe(found.length)
        expect(isCyclic(graph, closing)).toBe(false)
        expect(new Set(found.map(({ path }) => path.map(({ id }) => id).join())).size).toBe(found.length)
        for (const { path, alias } of found) {
          path.forEach((node, index) => {
            const after = path[index + 1] ?? path[0]
            const uses = Object.values(node.references).map(({ id }) => id)
            expect(uses).toContain(after.id)
          })
          expect(path.at(-1)?.references[alias]?.id).toBe(path[0].id)
        }
      }),
      { numRuns: 500 }
    )
  })
})

describe("V1: nothing is run, and the result depends on the graph alone", () => {
  it("not on the order of its nodes, nor on how often one is given", () => {
    const shuffled = graphs.chain((graph) =>
      fc.tuple(
        fc.constant(graph),
        fc.shuffledSubarray([...graph.nodes, ...graph.nodes], { minLength: graph.nodes.length * 2 })
      )
    )
    fc.assert(
      fc.property(shuffled, ([graph, nodes]) => {
        expect(analyse({ root: graph.root, nodes })).toEqual(analyse(graph))
      })
    )
  })

  it("and nothing of it is run", () => {
    const ran = "globalThis.ran = true; "
    const code = `${ran} export default (() => { ${ran} return () => ${ran.slice(0, -2)} })()`
    expect(analyse(graphOf(codeView(code))).valid).toBe(true)
    expect(checkFormula("trace.durationMs + 1 + 1 / 0", "number").valid).toBe(true)
    expect(globalThis).not.toHaveProperty("ran")
  })

  it("and it is not changed", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const before = structuredClone(graph)
        analyse(graph)
        expect(graph).toEqual(before)
      })
    )
  })
})

describe("V2: a use of custom.<alias> is known exactly if it is a reference", () => {
  it("in code and formulas alike", () => {
    const alias = fc
      .stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/)
      .filter((name) => !["in", "true", "false", "null"].includes(name))
    fc.assert(
      fc.property(alias, fc.uniqueArray(alias, { maxLength: 3 }), (name, known) => {
        const fields = known.map((each) => customField(each))
        const code = analyse(graphOf(codeView(`export default ({ custom }) => custom.${name}`, ...known), ...fields))
        const text = analyse(graphOf(formula(`custom.${name} == 1`, { references: using(...known) }), ...fields))
        const expected = known.includes(name) ? [] : ["UNKNOWN_ALIAS"]
        expect(errorsOf(code).map((issue) => issue.code)).toEqual(expected)
        expect(errorsOf(text).map((issue) => issue.code)).toEqual(expected)
        const unused = known
          .filter((each) => each !== name)
          .map((each) => `/references/${each}`)
          .sort()
        for (const { issues } of [code, text]) {
          expect(issues.filter(({ severity }) => severity === "warning").map(({ path }) => path)).toEqual(unused)
        }
      })
    )
  })
})
