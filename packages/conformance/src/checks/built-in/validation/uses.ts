import { expect } from "../../../Broken.ts"
import type { Definition } from "../../../client.ts"
import type { ChecksOf } from "../../per.ts"
import { expectRight, expectTold } from "./issues.ts"
import { wrongCode, wrongFormula, wrongIn } from "./mistakes.ts"
import { formula, type Kind, ofValidation, react, tableOf, toField, toView, type Validation } from "./validating.ts"

const expectCount = ({ checked }: Validation, wanted: number, what: string) =>
  expect("V2", checked.dependencies === wanted, `${what}: ${checked.dependencies} dependencies instead of ${wanted}`)

/** What is found in all that a page view uses, however far from it. */
export const ofUses: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    ["V2.uses", "V2.all", "validation.definition", "validation.dependencies"],
    "what is wrong is told of every definition that is used, however many stand between, and each is counted once",
    async ({ createField, createView, validate, validateDraft, word }) => {
      const chain: Array<readonly [Kind, Definition]> = []
      let references: object = {}
      for (let n = 0; n < 7; n++) {
        const source = n === 0 ? wrongFormula : formula("1 - true + custom.next")
        const made = await createField({ source, references })
        chain.push(["custom_field", made])
        references = { next: toField(made) }
      }
      for (let n = 0; n < 4; n++) {
        const made = await createView({ source: wrongCode, references })
        chain.push(["page_view", made])
        references = { next: toView(made) }
      }
      const mistakes = chain.map(([kind, made], n) => wrongIn(kind, made, `what ${chain.length - 1 - n} stand before`))
      const draft = await validateDraft({ references })
      expectTold(draft, mistakes)
      expectCount(draft, chain.length, "a chain")
      const [, last] = chain.at(-1)!
      const saved = await validate(last.id)
      expectTold(saved, mistakes.slice(0, -1))
      expectTold(saved, [{ ...mistakes.at(-1)!, of: undefined }], { kind: "page_view", ...last })
      expectCount(saved, chain.length - 1, "a chain that is saved")

      expectCount(await validateDraft({}), 0, "a page view that uses nothing")
      const shared = await createField({ source: wrongFormula })
      const sharing = { source: formula("custom.shared + 1.0"), references: { shared: toField(shared) } }
      const [one, other] = [await createField(sharing), await createField(sharing)]
      const all = { one: toField(one), other: toField(other), again: toField(one), pinned: toField(other, 1) }
      const diamond = await validateDraft(tableOf(all))
      expectCount(diamond, 3, "two fields, one of them twice, that use a third")
      expectTold(diamond, [wrongIn("custom_field", shared)])
      expectRight(
        diamond,
        [one, other].map((made) => ({ what: "what uses a field that is wrong", of: { kind: "custom_field", ...made } }))
      )
      const alone = await validateDraft({
        ...tableOf({ alone: toField(shared) }),
        source: react(`const a = "${word()}"`)
      })
      expectTold(alone, [
        { what: "a draft beside what it uses", codes: ["NO_DEFAULT_EXPORT"], paths: ["/source/code", "/source"] },
        wrongIn("custom_field", shared)
      ])
    }
  )
]
