import type { CustomField, Family, Operation, PageView, pageViews } from "@agent-operations/contract"
import { expectTypeOf, it } from "vitest"
import type { CustomFieldNode, IssueCode, PageViewNode, ValidationResult } from "../../src/validation/model.ts"

it("what the contract calls a definition can be validated", () => {
  expectTypeOf<PageView>().toExtend<PageViewNode>()
  expectTypeOf<CustomField>().toExtend<CustomFieldNode>()
  expectTypeOf<Pick<PageView, "source" | "settings" | "references">>().toExtend<
    Omit<PageViewNode, "kind" | "id" | "revision">
  >()
})

it("a result is what the contract says validate_page_view answers", () => {
  type Result = Operation.Result<Family.OperationById<typeof pageViews, "validate_page_view">>
  expectTypeOf<ValidationResult>().toExtend<Result>()
  expectTypeOf<Result["issues"][number]["code"]>().toEqualTypeOf<IssueCode>()
})
