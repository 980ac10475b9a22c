import { aliasForms } from "../../aliases.ts"
import type { ChecksOf } from "../../per.ts"
import { expectTold, type Mistake } from "./issues.ts"
import { expectValid, formula, ofValidation, react, showing, table, tableOf, toField } from "./validating.ts"

const view = "export default () => null"

/** Fields that a trace has. */
const known = [
  "trace.name",
  "trace.status",
  "trace.durationMs",
  "trace.attributes.http.route",
  "trace.attributes.clé-1"
]

/** Fields that nothing has. */
const unknown = (word: string): ReadonlyArray<string> => [
  `trace.${word}`,
  `${word}.name`,
  word,
  "trace.Name",
  "Trace.name",
  "trace.constructor",
  "trace.toString",
  "trace.__proto__",
  "constructor.name",
  `trace.name${word}`,
  "trace.durationMS",
  "trace..name",
  ...["trace.name ", "\ttrace.name", "trace.name\r\n", "\ufefftrace.name", "trace.\u0001name"]
]

/** Aliases of no reference. */
const missing = (word: string): ReadonlyArray<string> => [word, "constructor", "toString", "costs", "Cost", "cos"]

/** Fields of one record, in page views of another that has nothing to do with it. */
const ofOthers: ReadonlyArray<readonly [target: string, fields: ReadonlyArray<string>]> = [
  ["traces", ["run.name", "dataset.name", "review.id"]],
  ["trace", ["run.name", "dataset.name", "review.id"]],
  ["datasets", ["span.name"]],
  ["evaluations", ["span.name"]]
]

type Codes = Mistake["codes"]

const at = (codes: Codes, field: string, path: string, ...wider: ReadonlyArray<string>): Mistake => ({
  what: `the field ${field}`,
  codes,
  paths: [path, ...wider]
})

/** Settings with some fields in each place that takes one, and what is wrong in them: what is right stands between. */
const wrongEverywhere = (fields: ReadonlyArray<string>, codes: Codes) => {
  const between = fields.flatMap((field, n) => [known[n % known.length]!, field])
  const settings = {
    columns: between.map((field) => ({ field })),
    filters: between.map((field) => ({ field, operator: "exists" })),
    sort: between.map((field) => ({ field, direction: "asc" })),
    groupBy: fields[0]!
  }
  const mistakes = ["columns", "filters", "sort"].flatMap((list) =>
    fields.map((field, n) => {
      const item = `/settings/${list}/${2 * n + 1}`
      return at(codes, field, `${item}/field`, item)
    })
  )
  return { settings, mistakes: [...mistakes, at(codes, fields[0]!, "/settings/groupBy")] }
}

/** What is found in the settings of a page view. */
export const ofSettings: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    ["V2.valid"],
    "fields that there are are valid in columns, filters, sort and groupBy, and so are custom fields under any alias",
    async ({ few, validate, validateDraft, createField, createView }) => {
      const made = await createField()
      const references = Object.fromEntries(
        aliasForms.map((alias, n) => [alias, toField(made, n % 2 === 0 ? undefined : 1)])
      )
      const fields = [...known, ...Object.keys(references).map((alias) => `custom.${alias}`)]
      for (const [n, target] of ["traces", "trace"].entries()) {
        const settings = {
          target,
          columns: fields.map((field) => ({ field })),
          filters: [
            { field: "trace.name", operator: "contains", value: "a" },
            { field: "trace.status", operator: "in", value: ["a", "b"] },
            { field: "trace.durationMs", operator: "gte", value: 1000.5 },
            ...fields.map((field) => ({ field, operator: "exists", value: true }))
          ],
          sort: fields.map((field) => ({ field, direction: "desc" }))
        }
        const groups = [null, ...fields].filter((_, at) => at % 2 === n)
        for (const groupBy of few(groups))
          expectValid(
            await validateDraft({ source: table, settings: { ...settings, groupBy }, references }),
            `settings with ${fields.join(", ")}, by ${groupBy}`
          )
        const { id } = await createView({ source: table, settings, references })
        expectValid(await validate(id), `what is saved with ${fields.join(", ")}`)
      }
      const all = formula(`[${aliasForms.map((alias) => `custom.${alias}`).join(", ")}]`)
      const field = await createField({ source: all, settings: { target: "trace", valueType: "json" }, references })
      expectValid(await validateDraft(tableOf({ field: toField(field) })), `a formula of ${fields.join(", ")}`)
      for (const target of ["traces", "trace", "datasets", "evaluations", "evaluation_run", "reviews"])
        expectValid(await validateDraft({ settings: { target } }), `a table of ${target}, with nothing else`)
    }
  ),

  ofValidation(
    "V2",
    ["validation.UNKNOWN_FIELD", "validation.UNKNOWN_ALIAS", "validation.path", "V2.all", "V2.error"],
    "each field and alias that there is not is told, in columns, filters, sort and groupBy, of tables and code",
    async ({ validateDraft, createField, word }) => {
      const references = { cost: toField(await createField()) }
      const each = [
        ["UNKNOWN_FIELD", unknown(word())],
        ["UNKNOWN_ALIAS", missing(word()).map((alias) => `custom.${alias}`)]
      ] as const
      for (const [code, fields] of each) {
        for (const source of [table, react(view)]) {
          // Each of them is grouped by once, and all of them are told of.
          for (let n = 0; n < (source === table ? fields.length : 1); n++) {
            const { settings, mistakes } = wrongEverywhere([...fields.slice(n), ...fields.slice(0, n)], [code])
            const [first] = settings.columns
            const columns = [first!, ...settings.columns.slice(1), ...showing(["cost"])]
            expectTold(
              await validateDraft({ source, settings: { target: "traces", ...settings, columns }, references }),
              mistakes
            )
          }
        }
      }
      const code = `import a from "${word()}"`
      const all = await validateDraft({
        source: react(code),
        settings: { target: "traces", columns: [{ field: `trace.${word()}` }, { field: `custom.${word()}` }] }
      })
      const inCode = (name: Codes[number]): Mistake => ({
        what: code,
        codes: [name],
        paths: ["/source/code", "/source"]
      })
      expectTold(all, [
        inCode("IMPORT_NOT_ALLOWED"),
        inCode("NO_DEFAULT_EXPORT"),
        at(["UNKNOWN_FIELD"], "of the first column", "/settings/columns/0/field", "/settings/columns/0"),
        at(["UNKNOWN_ALIAS"], "of the second column", "/settings/columns/1/field", "/settings/columns/1")
      ])
    }
  ),

  ofValidation(
    "V2",
    ["validation.UNKNOWN_FIELD"],
    "a field of records that the target has nothing to do with is told",
    async ({ validateDraft }) => {
      for (const [target, fields] of ofOthers) {
        const validation = await validateDraft({ settings: { target, columns: fields.map((field) => ({ field })) } })
        expectTold(
          validation,
          fields.map((field, n) =>
            at(
              ["UNKNOWN_FIELD", "TARGET_MISMATCH"],
              `${field} of ${target}`,
              `/settings/columns/${n}/field`,
              `/settings/columns/${n}`
            )
          )
        )
      }
    }
  )
]
