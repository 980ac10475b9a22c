import type { Operation } from "@agent-operations/contract"
import { assertType, describe, expectTypeOf, it } from "vitest"
import type * as z from "zod"
import type { InputOf, inputs, OperationById, OperationId, ResultOf, results } from "./served.ts"

describe("C1: literal types are kept", () => {
  it("get_page_view has page view types", () => {
    expectTypeOf<ResultOf<"get_page_view">["kind"]>().toEqualTypeOf<"page_view">()
    expectTypeOf<ResultOf<"get_page_view">["settings"]["target"]>().toEqualTypeOf<
      "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
    >()
    expectTypeOf<ResultOf<"get_custom_field">["settings"]["valueType"]>().toEqualTypeOf<
      "string" | "number" | "boolean" | "timestamp" | "duration" | "json"
    >()
    expectTypeOf<OperationById<"get_page_view">["id"]>().toEqualTypeOf<"get_page_view">()
  })

  it("the 18 identifiers are a union of literals", () => {
    expectTypeOf<"restore_custom_field">().toExtend<OperationId>()
    // @ts-expect-error there is no such operation
    assertType<OperationId>("validate_custom_field")
  })

  it("a wrong key does not compile", () => {
    // @ts-expect-error get takes no name
    assertType<InputOf<"get_page_view">>({ id: "pv_", name: "x" })
    // @ts-expect-error a page view has no valueType
    assertType<InputOf<"create_page_view">["settings"]>({ target: "trace", valueType: "string" })
    // @ts-expect-error a custom field's target is no page's
    assertType<InputOf<"create_custom_field">["settings"]>({ target: "traces", valueType: "string" })
  })

  it("what has a default may be left out of an input and is there in the handler's", () => {
    assertType<InputOf<"create_page_view">>({ name: "x", source: { type: "table" }, settings: { target: "traces" } })
    expectTypeOf<Operation.Input<OperationById<"create_page_view">>["description"]>().toEqualTypeOf<string | null>()
  })

  it("zod has the same types", () => {
    expectTypeOf<z.infer<typeof inputs.get_page_view>>().toEqualTypeOf<{ id: string; revision?: number }>()
    expectTypeOf<z.infer<typeof results.get_page_view>["kind"]>().toEqualTypeOf<"page_view">()
    expectTypeOf<z.input<typeof inputs.create_page_view>["description"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<z.output<typeof inputs.create_page_view>["description"]>().toEqualTypeOf<string | null>()
  })
  it("zod keeps what it has a type for: enumerations, unions told apart, null, numbers and texts", () => {
    type Settings = (typeof results.get_page_view)["shape"]["settings"]["shape"]
    expectTypeOf<z.infer<Settings["target"]>>().toEqualTypeOf<ResultOf<"get_page_view">["settings"]["target"]>()
    expectTypeOf<Settings["target"]["enum"]["traces"]>().toEqualTypeOf<"traces">()
    expectTypeOf<(typeof results.get_page_view)["shape"]["createdAt"]>().toEqualTypeOf<z.ZodString>()
    expectTypeOf<(typeof results.get_page_view)["shape"]["description"]>().toEqualTypeOf<z.ZodNullable<z.ZodString>>()
    expectTypeOf<(typeof results.get_page_view)["shape"]["revision"]>().toEqualTypeOf<z.ZodNumber>()
    type Source = (typeof inputs.create_page_view)["shape"]["source"]
    expectTypeOf<Source["def"]["discriminator"]>().toEqualTypeOf<"type">()
    expectTypeOf<z.infer<Source>["type"]>().toEqualTypeOf<"table" | "react">()
    expectTypeOf<Source["options"][1]["shape"]["code"]>().toEqualTypeOf<z.ZodString>()
  })
})
