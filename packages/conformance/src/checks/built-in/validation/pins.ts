import type { Definition } from "../../../client.ts"
import type { ChecksOf } from "../../per.ts"
import { expectRight, expectTold } from "./issues.ts"
import { rightCode, rightFormula, wrongCode, wrongFormula, wrongIn } from "./mistakes.ts"
import {
  type Content,
  expectValid,
  formula,
  type Kind,
  ofValidation,
  tableOf,
  to,
  toField,
  toView,
  type Validating,
  type Validation
} from "./validating.ts"

/** A definition with a right revision and a wrong one, in either order. */
interface Turned {
  readonly kind: Kind
  readonly revisions: readonly [Definition, Definition]
  readonly wrong: Definition
}

const turned = async ({ createField, createView, change }: Validating): Promise<ReadonlyArray<Turned>> => {
  const made: Array<Turned> = []
  for (const kind of ["custom_field", "page_view"] as const) {
    const sources = kind === "custom_field" ? [rightFormula, wrongFormula] : [rightCode, wrongCode]
    const create = kind === "custom_field" ? createField : createView
    for (const wrongAt of [0, 1]) {
      const first = await create({ source: sources[1 - wrongAt]! })
      const second = await change(first, { source: sources[wrongAt]! })
      made.push({ kind, revisions: [first, second], wrong: wrongAt === 0 ? first : second })
    }
  }
  return made
}

const toThe = ({ kind, revisions: [made] }: Turned, revision?: number) => to(kind, made, revision)

/** Ways to refer to what has two revisions, and the revision that each leads to. */
const ways = [
  [1, 1],
  [2, 2],
  [undefined, 2]
] as const

/** A table that shows the custom fields among its references. */
const tableWith = (references: Readonly<Record<string, { readonly kind: string }>>): Content => {
  const fields = Object.entries(references).filter(([, { kind }]) => kind === "custom_field")
  return { ...tableOf(Object.fromEntries(fields)), references }
}

/** Which revisions of what a page view uses are validated. */
export const ofPins: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    ["V2.pinned", "V2.uses", "V2.valid", "validation.definition"],
    "what is pinned is validated as it is pinned, and with what it used then, and what is not as it is now",
    async (context) => {
      const { createField, createView, change, validate, validateDraft } = context
      const made = await turned(context)
      const expectAt = async (one: Turned, pin: number | undefined, at: number, content: Content) => {
        const validation = await validateDraft(content)
        const what = `${one.kind} at revision ${at}, ${pin === undefined ? "not pinned" : `pinned to ${pin}`}`
        if (one.wrong.revision === at) expectTold(validation, [wrongIn(one.kind, one.wrong, what)])
        else expectValid(validation, what)
      }
      for (const one of made) {
        for (const [pin, at] of ways) await expectAt(one, pin, at, tableWith({ used: toThe(one, pin) }))
      }
      // All of them at once, each under several aliases, in either order.
      const each = made.flatMap((one, n) => ways.map(([pin], way) => [`a${n}_${way}`, toThe(one, pin)] as const))
      for (const entries of [each, each.toReversed()]) {
        const validation = await validateDraft(tableWith(Object.fromEntries(entries)))
        expectTold(
          validation,
          made.map(({ kind, wrong }) => wrongIn(kind, wrong))
        )
        expectRight(
          validation,
          made.map(({ kind, revisions, wrong }) => ({
            what: "the other revision",
            of: { kind, ...revisions[wrong === revisions[0] ? 1 : 0] }
          }))
        )
      }
      // Through a field and a page view whose own references change: right at first, and then wrong.
      const [early, late, earlyView, lateView] = made as readonly [Turned, Turned, Turned, Turned]
      const uses = (ofEarly: Turned, atEarly: number | undefined, ofLate: Turned, atLate: number | undefined) => ({
        references: { early: toThe(ofEarly, atEarly), late: toThe(ofLate, atLate) }
      })
      const through = formula("custom.early + custom.late")
      const field = await createField({ source: through, ...uses(early, undefined, late, 1) })
      const turnedField = await change(field, uses(early, 1, late, undefined))
      const view = await createView({ source: rightCode, ...uses(earlyView, undefined, lateView, 1) })
      const turnedView = await change(view, uses(earlyView, 1, lateView, undefined))
      const [rightNow, wrongNow] = [
        { field: toField(field, 1), view: toView(view, 1) },
        { field: toField(turnedField), view: toView(turnedView) }
      ]
      const expectThrough = (validation: Validation, isRight: boolean, what: string) => {
        if (isRight) expectValid(validation, what)
        else
          expectTold(
            validation,
            made.map(({ kind, wrong }) => wrongIn(kind, wrong, `${what}: ${kind} ${wrong.id}`))
          )
      }
      expectThrough(await validateDraft(tableWith(rightNow)), true, "what a pinned revision used")
      expectThrough(await validateDraft(tableWith(wrongNow)), false, "what a current revision uses")
      const saved = await createView(tableWith(rightNow))
      expectThrough(await validate(saved.id), true, "what a page view uses at pinned revisions")
      const following = await change(saved, tableWith(wrongNow))
      expectThrough(await validate(saved.id), false, "what a page view uses now")
      expectThrough(await validate(saved.id, saved.revision), true, "what an earlier revision of a page view uses")
      expectThrough(await validate(saved.id, following.revision), false, "what its current revision uses")
      // What is not pinned is looked at anew.
      for (const { kind, revisions } of [early, earlyView])
        await change(revisions[1], { source: kind === "custom_field" ? wrongFormula : wrongCode })
      const again = await validateDraft(tableWith({ field: toThe(early), view: toThe(earlyView) }))
      expectTold(again, [
        wrongIn("custom_field", { ...early.revisions[1], revision: 3 }),
        wrongIn("page_view", { ...earlyView.revisions[1], revision: 3 })
      ])
    }
  )
]
