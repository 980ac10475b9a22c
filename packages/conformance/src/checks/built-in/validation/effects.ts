import { expect, expectSame } from "../../../Broken.ts"
import type { Page } from "../../fixtures.ts"
import type { ChecksOf } from "../../per.ts"
import { formula, ofValidation, react, tableOf, toField, toView } from "./validating.ts"

/** So many of the newest definitions are looked through for a draft. */
const newest = 50

/** What a validation does besides: nothing. */
export const ofEffects: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V1",
    ["V1.nothing"],
    "a validation changes nothing of what it validates, and saves no draft, whatever it finds",
    async ({ client, createField, createView, change, fields, validate, validateDraft, views, word }) => {
      const used = await createField({ source: formula("1 - true") })
      const view = await createView({ ...tableOf({ used: toField(used) }), source: react("import a from 'none'") })
      const current = await change(view, { references: { used: toField(used), one: toField(used, 1) } })
      const seen = async () => {
        const all: Array<unknown> = []
        for (const [kind, { id, name }] of [
          [views, view],
          [fields, used]
        ] as const) {
          all.push(await client.ok(kind.id("get"), { id }), await client.ok(kind.id("get"), { id, revision: 1 }))
          all.push(await client.ok(kind.id("history"), { id }))
          all.push(await client.ok(kind.id("list"), { search: name, includeTotal: true }))
        }
        if (views.dependencies !== undefined) all.push(await client.ok(views.dependencies, { id: view.id }))
        return all
      }
      const before = await seen()
      const mark = word()
      const drafts = ["export default () => null", "export default () => ("].map((code) => ({
        source: react(`${code} // ${mark}`),
        settings: { target: "traces", extra: { mark } },
        references: { used: toField(used), view: toView(view) }
      }))
      for (const draft of drafts) await validateDraft(draft)
      await validate(view.id)
      for (const { revision } of [view, current]) await validate(view.id, revision)
      expectSame("V1", await seen(), before, "what was validated")
      for (const kind of [views, fields]) {
        const { items } = await client.ok<Page>(kind.id("list"), { limit: newest })
        const saved = items.filter((item) => JSON.stringify(item).includes(mark))
        expect("V1", saved.length === 0, `a draft was saved: ${JSON.stringify(saved).slice(0, 300)}`)
      }
    }
  )
]
