import { withArticle } from "@agent-operations/contract"
import { expect } from "../../../Broken.ts"
import type { Definition } from "../../../client.ts"
import type { ChecksOf } from "../../per.ts"
import { expectSeverity } from "./issues.ts"
import {
  type Content,
  expectValid,
  formula,
  type Kind,
  ofValidation,
  react,
  tableOf,
  to,
  toField,
  type Validating,
  type Validation
} from "./validating.ts"

const using = (kind: Kind, references: object): Content => ({
  source: kind === "custom_field" ? formula("custom.next + 1.0") : react("export default () => null"),
  references
})

/** Definitions that use one another, each the next, and the last the first. */
const ring = async ({ createField, createView, change }: Validating, kind: Kind, length: number) => {
  const create = kind === "custom_field" ? createField : createView
  const first = await create()
  const made: Array<Definition> = [first]
  for (let n = 1; n < length; n++) made.unshift(await create(using(kind, { next: to(kind, made[0]!) })))
  const closing = await change(first, using(kind, { next: to(kind, made[0]!) }))
  return [...made.slice(0, -1), closing]
}

const cyclesIn = ({ issues }: Validation) => issues.filter(({ code }) => code === "REFERENCE_CYCLE")

/** Holds a validation to have told each of some cycles once, in one of its definitions. */
const expectCycles = (
  validation: Validation,
  rings: ReadonlyArray<ReadonlyArray<Definition>>,
  what: string,
  root?: string
) => {
  const cycles = cyclesIn(validation)
  const shown = `${what}: ${JSON.stringify(validation.issues).slice(0, 600)}`
  expect("V4", cycles.length === rings.length, `${cycles.length} cycles instead of ${rings.length} were told, ${shown}`)
  for (const definitions of rings) {
    const own = cycles.filter(({ path, definition }) =>
      definitions.some(({ id, revision }) =>
        definition === undefined
          ? id === root && path === "/references/next"
          : id === definition.id && revision === definition.revision && path === "/references/next"
      )
    )
    expect("V4", own.length === 1, `a cycle was told ${own.length} times at a reference of it, ${shown}`)
    expectSeverity(own)
  }
}

/** How cycles of references are told. */
export const ofCycles: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V4",
    ["V4.once", "validation.REFERENCE_CYCLE", "validation.definition", "V2.error"],
    "a cycle is told once, of fields and of page views, however long it is and wherever it begins",
    async (context) => {
      const { createField, validate, validateDraft } = context
      const all: Array<readonly [Kind, ReadonlyArray<Definition>]> = []
      for (const kind of ["custom_field", "page_view"] as const) {
        for (const length of [2, 3, 5]) {
          const definitions = await ring(context, kind, length)
          all.push([kind, definitions])
          for (const from of [definitions[0]!, definitions.at(-1)!]) {
            const references = { from: to(kind, from) }
            const draft = kind === "custom_field" ? tableOf(references) : { references }
            expectCycles(await validateDraft(draft), [definitions], `a draft that uses ${length} of ${kind}`)
            if (kind === "page_view") expectCycles(await validate(from.id), [definitions], "one of them", from.id)
          }
        }
      }
      // Two ways into a cycle, and several cycles at once.
      const [, fields] = all[1]!
      const way = await createField(using("custom_field", { next: toField(fields[1]!) }))
      const two = { one: toField(fields[0]!), two: toField(fields[2]!), three: toField(way) }
      expectCycles(await validateDraft(tableOf(two)), [fields], "a draft with three ways into a cycle")
      const each = all.map(([kind, definitions], n) => [`a${n}`, to(kind, definitions[0]!)])
      const references = Object.fromEntries(each)
      expectCycles(
        await validateDraft({ references }),
        all.map(([, definitions]) => definitions),
        "a draft that uses several cycles"
      )
    }
  ),

  ofValidation(
    "V4",
    ["V4.pins", "V2.pinned", "V2.valid"],
    "what is no cycle since revisions are pinned is none, and what is one through pins is told",
    async (context) => {
      const { change, createField, createView, validate, validateDraft } = context
      for (const kind of ["custom_field", "page_view"] as const) {
        const create = kind === "custom_field" ? createField : createView
        const draftOf = (made: Definition, revision?: number) => {
          const references = { from: to(kind, made, revision) }
          return kind === "custom_field" ? tableOf(references) : { references }
        }
        const first = await create()
        const back = await create(using(kind, { next: to(kind, first) }))
        const pinned = await change(first, using(kind, { next: to(kind, back, 1) }))
        expectCycles(await validateDraft(draftOf(pinned)), [[pinned, back]], `${withArticle(kind)} and a pinned one`)
        // The revision that is pinned uses what uses nothing by now.
        const free = await change(pinned, {
          source: kind === "custom_field" ? formula("1") : react("export default () => null"),
          references: {}
        })
        const was = await validateDraft(draftOf(free, 2))
        expectCycles(was, [], `${withArticle(kind)} at a revision that used what used it`)
        expectValid(was, `${withArticle(kind)} whose cycle is cut`)
        // A pin on what came before the cycle.
        const other = await create()
        const user = await create(using(kind, { next: to(kind, other, 1) }))
        await change(other, using(kind, { next: to(kind, user) }))
        const open = await validateDraft(draftOf(user))
        expectCycles(open, [], `${withArticle(kind)} that uses the revision before one that uses it`)
        expectValid(open, `${withArticle(kind)} in no cycle`)
        if (kind === "page_view") expectCycles(await validate(user.id), [], "such a page view", user.id)
        // One definition in many ways is no cycle.
        const shared = await create()
        const one = await create(using(kind, { next: to(kind, shared) }))
        const diamond = { a: to(kind, one), b: to(kind, shared, 1) }
        const met = await validateDraft(kind === "custom_field" ? tableOf(diamond) : { references: diamond })
        expectCycles(met, [], "what is used twice")
        expectValid(met, "what is used twice")
      }
    }
  )
]
