import { expect } from "../../../Broken.ts"
import type { ChecksOf } from "../../per.ts"
import { expectTold, type Mistake } from "./issues.ts"
import {
  type Content,
  expectValid,
  formula,
  ofValidation,
  react,
  showing,
  table,
  tableOf,
  toField,
  type Validation
} from "./validating.ts"

/** Custom fields of which a page view has the records, and those of which it certainly has none, by its target. */
const targets: Readonly<Record<string, readonly [fitting: ReadonlyArray<string>, not: ReadonlyArray<string>]>> = {
  traces: [["trace"], ["evaluation_run", "evaluation_case"]],
  trace: [
    ["trace", "span"],
    ["evaluation_run", "evaluation_case"]
  ],
  datasets: [[], ["span"]],
  evaluations: [[], ["span"]],
  evaluation_run: [["evaluation_run", "evaluation_case"], []]
}

/** Each place of a page view that uses a custom field. */
const usedBy = (alias: string): ReadonlyArray<Content> => {
  const field = `custom.${alias}`
  const settings = (more: object) => ({ source: table, settings: { target: "traces", ...more } })
  const code = (body: string) => ({ source: react(`export default function View(props) { ${body} }`) })
  return [
    settings({ columns: [{ field: "trace.name" }, { field }] }),
    settings({ columns: [{ field, hidden: true }] }),
    settings({ filters: [{ field, operator: "exists" }] }),
    settings({ sort: [{ field, direction: "asc" }] }),
    settings({ groupBy: field }),
    code(`return <b>{props.custom.${alias}}</b>`),
    code(`return props.custom["${alias}"]`),
    code(`const { custom } = props; return custom.${alias}`),
    code(`const { ${alias} } = props.custom; return ${alias}`),
    code("return props.rows.map(({ key }) => props.custom[key])"),
    code("return <props.Table {...props.custom} />"),
    { source: react(`export default ({ custom: { ${alias}: shown } }) => shown`) }
  ]
}

const unusedIn = ({ issues }: Validation) => issues.filter(({ code }) => code === "UNUSED_REFERENCE")

const unused = (alias: string, of?: Mistake["of"]): Mistake => ({
  what: `the reference ${alias}`,
  codes: ["UNUSED_REFERENCE"],
  paths: [`/references/${alias}`],
  of
})

/** What is found in the references of a page view, and of what it uses. */
export const ofReferences: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V3",
    ["V3.unused", "V2.valid", "V2.error", "validation.UNUSED_REFERENCE", "validation.path"],
    "a custom field is told as unused where settings and formulas do not use it, and nowhere where it may be",
    async ({ createField, validateDraft }) => {
      const [used, idle] = [await createField(), await createField()]
      const references = { used: toField(used) }
      for (const content of usedBy("used")) {
        const validation = await validateDraft({ ...content, references })
        const what = JSON.stringify(content)
        expectValid(validation, what)
        expect("V3", unusedIn(validation).length === 0, `used was told as unused by ${what}`)
      }
      const both = { ...references, idle: toField(idle), againIt_2: toField(used, 1) }
      const validation = await validateDraft({
        source: table,
        settings: tableOf(references).settings,
        references: both
      })
      expectTold(validation, [unused("idle"), unused("againIt_2")])
      expect("V3", unusedIn(validation).length === 2, `one reference is used: ${JSON.stringify(validation.issues)}`)
      expectValid(validation, "a page view with references that are not used")

      const formulas = [
        "custom.used + 1.0",
        "[1].map(x, custom.used)",
        "true ? custom.used : 1.0",
        '"custom.idle" == "" ? custom.used : 1.0'
      ]
      for (const [n, expression] of formulas.entries()) {
        const settings = { target: "trace", valueType: "json" }
        const field = await createField({ source: formula(expression), settings, references: both })
        const found = await validateDraft(tableOf({ [`f${n}`]: toField(field) }))
        const of = { kind: "custom_field", ...field }
        expectTold(found, [unused("idle", of), unused("againIt_2", of)])
        expect("V3", unusedIn(found).length === 2, `${expression} uses one: ${JSON.stringify(found.issues)}`)
      }
    }
  ),

  ofValidation(
    "V2",
    ["validation.TARGET_MISMATCH", "validation.path", "V2.valid", "V2.error", "V2.all"],
    "custom fields of records that the target has not are told, also those that custom fields use",
    async ({ createField, createFields, validateDraft }) => {
      const names = ["trace", "span", "evaluation_run", "evaluation_case"]
      const made = await createFields(names.map((target) => ({ settings: { target, valueType: "number" } })))
      const references = Object.fromEntries(names.map((name, n) => [name, toField(made[n]!)]))
      for (const [target, [fitting, not]] of Object.entries(targets)) {
        const validation = await validateDraft({
          source: table,
          settings: { target, columns: showing(names) },
          references
        })
        const paths = (name: string) => {
          const column = `/settings/columns/${names.indexOf(name)}`
          return [`/references/${name}`, `${column}/field`, column]
        }
        expectTold(
          validation,
          not.map((name) => ({
            what: `a field of ${name} in ${target}`,
            codes: ["TARGET_MISMATCH"],
            paths: paths(name)
          }))
        )
        for (const name of fitting) {
          const told = validation.issues.filter(({ path }) => paths(name).includes(path))
          expect("V2", told.length === 0, `a field of ${name} in ${target} is right: ${JSON.stringify(told)}`)
        }
      }
      const using = await createField({
        source: formula("custom.run"),
        references: { run: references["evaluation_run"]! }
      })
      expectTold(await validateDraft(tableOf({ using: toField(using) })), [
        {
          what: "a field of a run in one of a trace",
          codes: ["TARGET_MISMATCH"],
          paths: ["/references/run", "/source/expression", "/source"],
          of: { kind: "custom_field", ...using }
        }
      ])
    }
  )
]
