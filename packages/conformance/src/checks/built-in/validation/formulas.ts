import type { ChecksOf } from "../../per.ts"
import { expectRight, expectTold, type Mistake } from "./issues.ts"
import { type Content, formula, ofValidation, tableOf, toField } from "./validating.ts"

const settings = (valueType: string, target = "trace") => ({ target, valueType })

/** Formulas that are right, by the type of what they yield. */
const right: Readonly<Record<string, ReadonlyArray<string>>> = {
  number: [
    "1",
    "1.5",
    "-1 + 2 * 3",
    "double(trace.durationMs) * 0.001",
    "custom.other + 1.0",
    "true ? 1.0 : 2.5",
    // What fails where it is run, is not run.
    "1 / 0",
    "[1][9]",
    '{"a": 1}["b"]'
  ],
  string: [
    '"custom.nope + trace.nope"',
    "'a' + \"b\"",
    '"é😀\\n"',
    'size("abc") > 2 ? "long" : "short"',
    '\r\n\t"a" +\r\n\t"b"'
  ],
  boolean: [
    "true",
    'trace.name == "a" && trace.status != "b" || !false',
    'trace.attributes["http.route"] == "/a"',
    "[1, 2].exists(x, x > 1)",
    '"a" in ["a", "b"]',
    '"abc".startsWith("a")',
    "1 < 2"
  ],
  timestamp: ['timestamp("2026-01-01T00:00:00Z")'],
  duration: ['duration("1s")'],
  json: ['{"a": 1}', "[1, 2].map(x, x * 2)", "null", "trace.attributes"]
}

const syntaxErrors = [
  "1 +",
  ")",
  "(1",
  "trace.",
  '"abc',
  "[1, 2",
  "1 @ 2",
  "1 2",
  "1 = 1",
  'trace.name ==\r\n\t"é😀" &&',
  "{1"
]

const typeErrors: ReadonlyArray<readonly [expression: string, valueType: string]> = [
  ['"a" + 1', "json"],
  ['1 + "a"', "json"],
  ['1 - "a"', "number"],
  ["!1", "boolean"],
  ['-"a"', "number"],
  ["true && 1", "boolean"],
  ['1 || "a"', "boolean"],
  ['"a" < 1', "boolean"],
  ["1 ? 2 : 3", "number"],
  ["[1] + 1", "json"],
  ["size(1)", "number"],
  ['"a".startsWith(1)', "boolean"],
  ["1 in 2", "boolean"],
  ['[1].map(x, x + "a")', "json"],
  ['[[1, 2].exists(x, x > "a")]', "json"],
  ['"a"', "number"],
  ["true", "number"],
  ["1", "string"],
  ["true", "string"],
  ["1", "boolean"],
  ['"a"', "boolean"],
  ["true", "timestamp"],
  ["true", "duration"]
]

/** A formula, the mistake in it, and the part of it that is wrong. */
const mistaken = (word: string): ReadonlyArray<readonly [Content, Mistake["codes"], wrong?: string]> => {
  const far = `"${"😀".repeat(40)}" == "é" ||\r\n\t\t"${"é😀".repeat(30)}" == `
  const padded = `"${"x".repeat(8100)}" == `
  const other = ["UNKNOWN_FIELD", "TYPE_ERROR", "TARGET_MISMATCH"] as const
  const of = (expression: string, valueType = "json", target = "trace") => ({
    source: formula(expression),
    settings: settings(valueType, target)
  })
  return [
    ...syntaxErrors.map((one) => [of(one), ["SYNTAX_ERROR"]] as const),
    ...typeErrors.map(([one, valueType]) => [of(one, valueType), ["TYPE_ERROR"]] as const),
    [of(`custom.${word}`), ["UNKNOWN_ALIAS"], `custom.${word}`],
    [of(`${far}custom.${word}`), ["UNKNOWN_ALIAS"], `custom.${word}`],
    [of(`${padded}custom.${word}`), ["UNKNOWN_ALIAS"], `custom.${word}`],
    [of(`[1].map(x, custom.${word})`), ["UNKNOWN_ALIAS"], `custom.${word}`],
    [of("custom.constructor"), ["UNKNOWN_ALIAS"], "custom.constructor"],
    [of(`trace.${word}`), ["UNKNOWN_FIELD", "TYPE_ERROR"]],
    [of(`true ? trace.name : trace.${word}`), ["UNKNOWN_FIELD", "TYPE_ERROR"]],
    [of("trace.constructor"), ["UNKNOWN_FIELD", "TYPE_ERROR"]],
    [of(word), ["UNKNOWN_FIELD", "TYPE_ERROR"]],
    [of(`[1].map(x, ${word})`), ["UNKNOWN_FIELD", "TYPE_ERROR"]],
    [of(`run.${word}`), other],
    [of(`span.${word}`, "json", "evaluation_run"), other]
  ]
}

const chunks = <T>(all: ReadonlyArray<T>, size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

/** As many aliases as a definition may have. */
const maxAliases = 64

/** What is found in the formulas of custom fields that a page view uses. */
export const ofFormulas: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    [
      "validation.SYNTAX_ERROR",
      "validation.TYPE_ERROR",
      "validation.UNKNOWN_FIELD",
      "validation.UNKNOWN_ALIAS",
      "validation.path",
      "validation.definition",
      "V1.run",
      "V2.all",
      "V2.error",
      "V2.uses",
      "V2.valid",
      "V5.position"
    ],
    "formulas that are right are valid and not run, and what is wrong in others is told, of each field that is used",
    async ({ createField, createFields, validateDraft, word }) => {
      const other = await createField()
      const wrong = mistaken(word())
      const fine = Object.entries(right).flatMap(([valueType, all]) =>
        all.map((expression) => ({
          source: formula(expression),
          settings: settings(valueType),
          references: expression.includes("custom.other") ? { other: toField(other) } : {}
        }))
      )
      const made = await createFields([...fine, ...wrong.map(([content]) => content)])
      for (const [n, some] of chunks(made, maxAliases).entries()) {
        const references = Object.fromEntries(some.map((one, at) => [`f${at}`, toField(one)]))
        const validation = await validateDraft(tableOf(references))
        const from = n * maxAliases
        const mistakes = some.flatMap((one, at): ReadonlyArray<Mistake> => {
          const [{ source }, codes, part] = wrong[from + at - fine.length] ?? [{}]
          if (codes === undefined) return []
          const { expression: whole } = source as { readonly expression: string }
          return [
            {
              what: `the formula ${JSON.stringify(whole.slice(0, 200))}`,
              codes,
              paths: [
                "/source/expression",
                "/source",
                ...(codes.includes("TYPE_ERROR") ? ["/settings/valueType"] : [])
              ],
              of: { kind: "custom_field", ...one },
              text: { whole, wrong: part }
            }
          ]
        })
        expectTold(validation, mistakes)
        const kept = some.flatMap((one, at) => {
          const content = fine[from + at]
          return content === undefined ? [] : [{ what: JSON.stringify(content), of: { kind: "custom_field", ...one } }]
        })
        expectRight(validation, kept)
      }
      const attribute = await createField({ source: { type: "attribute", pointer: "/attributes/http.route" } })
      const validation = await validateDraft(tableOf({ attribute: toField(attribute) }))
      expectRight(validation, [{ what: "an attribute", of: { kind: "custom_field", ...attribute } }])
    }
  )
]
