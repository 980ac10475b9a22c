import { expect } from "../../../Broken.ts"
import type { ChecksOf } from "../../per.ts"
import { expectTold } from "./issues.ts"
import { rightCode, wrongFormula } from "./mistakes.ts"
import { type Content, expectValid, ofValidation, react, tableOf, toField, type Validation } from "./validating.ts"

/** Holds two validations to have told the same, in whatever order and words; those of the root may name it. */
const expectSameIssues = (law: "V1" | "V2", a: Validation, b: Validation, root: string, what: string) => {
  const told = ({ issues }: Validation) =>
    issues
      .map(({ severity, code, path, position, definition }) => {
        const at = definition === undefined || definition.id === root ? null : Object.entries(definition).toSorted()
        return JSON.stringify([severity, code, path, position?.line, position?.column, at])
      })
      .toSorted()
  const [one, other] = [told(a), told(b)]
  expect(law, a.valid === b.valid && String(one) === String(other), `${what}: ${String(one)} and ${String(other)}`)
  expect(law, a.checked.dependencies === b.checked.dependencies, `${what}: not as many dependencies`)
}

/** Which page view is validated. */
export const ofRevisions: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    ["V2.revision", "V2.draft", "V2.valid", "V1.same", "validation.input"],
    "the revision that is asked for is validated, the current one where none is, and a draft as what is saved",
    async (context) => {
      const { client, createField, createView, change, validate, validateDraft, views, word } = context
      const field = await createField()
      const unknown = `trace.${word()}`
      const wrong: Content = {
        source: react(`import a from "${word()}"\nexport const View = () => null`),
        settings: { target: "traces", columns: [{ field: unknown }, { field: "custom.none" }], groupBy: unknown },
        references: { cost: toField(field), other: toField(await createField({ source: wrongFormula })) }
      }
      const right = { ...tableOf({ cost: toField(field) }), source: rightCode }
      const first = await createView(wrong)
      const second = await change(first, right)
      const third = await change(second, wrong)
      const isWrong = { [first.revision]: true, [second.revision]: false, [third.revision]: true }
      const expectRevision = async (revision: number | undefined, wrongThen: boolean) => {
        const validation = await validate(first.id, revision)
        const what = `revision ${revision ?? "that is current"} of a page view`
        if (!wrongThen) return expectValid(validation, what)
        expectTold(
          validation,
          [
            { what, codes: ["NO_DEFAULT_EXPORT"], paths: ["/source/code", "/source"] },
            { what, codes: ["IMPORT_NOT_ALLOWED"], paths: ["/source/code", "/source"] },
            { what, codes: ["UNKNOWN_FIELD"], paths: ["/settings/columns/0/field", "/settings/columns/0"] },
            { what, codes: ["UNKNOWN_FIELD"], paths: ["/settings/groupBy"] },
            { what, codes: ["UNKNOWN_ALIAS"], paths: ["/settings/columns/1/field", "/settings/columns/1"] }
          ],
          { kind: "page_view", id: first.id, revision: revision ?? third.revision }
        )
        expect("V2", !validation.valid, `${what} is wrong, and was told to be valid`)
      }
      for (const [revision, wrongThen] of Object.entries(isWrong)) await expectRevision(Number(revision), wrongThen)
      await expectRevision(undefined, true)
      await change(third, right)
      await expectRevision(undefined, false)
      for (const [revision, wrongThen] of Object.entries(isWrong)) await expectRevision(Number(revision), wrongThen)

      const found = await validateDraft(wrong)
      expectSameIssues("V1", found, await validateDraft(wrong), "", "the same draft again")
      expectSameIssues("V2", found, await validate(first.id, 1), first.id, "a draft and what is saved")
      const turnedRound = Object.fromEntries(Object.entries(wrong.references!).toReversed())
      const round = await validateDraft({ ...wrong, references: turnedRound })
      expectSameIssues("V1", found, round, "", "a draft with its references the other way round")

      const { source, settings } = right
      const draft = { source, settings, references: right.references }
      const { id } = first
      for (const input of [{}, { id, draft }, { draft, revision: 1 }, { revision: 1 }, { id: null, draft }]) {
        const { error, status } = await client.call("validate_page_view", input)
        expect("E3", error?.code === "VALIDATION_ERROR", `${JSON.stringify(input)} was answered ${status}`)
      }
      const beyond = [5, 6, 7, 260].map((revision) => ({ id, revision }))
      for (const input of [...beyond, { id: views.missingId }, { id: views.missingId, revision: 1 }]) {
        const { error, status } = await client.call("validate_page_view", input)
        expect("R8", error?.code === "NOT_FOUND", `${JSON.stringify(input)} was answered ${status}`)
      }
    }
  )
]
