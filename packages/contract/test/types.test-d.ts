import {
  type CustomField,
  type definitionFamily,
  type Kind,
  kind,
  type Operation,
  type PageView
} from "@agent-operations/contract"
import { Schema } from "effect"
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

describe("a type for every operation, as its schemas have it", () => {
  type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
  type Definition<K extends Kind.Any> = K["Definition"]["Type"]
  type Page<K extends Kind.Any> = {
    readonly items: ReadonlyArray<Definition<K>>
    readonly nextCursor: string | null
    readonly total?: number
  }
  type History<K extends Kind.Any> = {
    readonly items: ReadonlyArray<Definition<K>>
    readonly nextBefore: number | null
  }
  type Deleted = { readonly id: string; readonly deleted: true; readonly revision: number }
  type View = typeof PageView
  type CustomFieldKind = typeof CustomField

  /** What each operation answers, written out. */
  interface Results {
    readonly list_page_views: Page<View>
    readonly get_page_view: Definition<View>
    readonly create_page_view: Definition<View>
    readonly update_page_view: Definition<View>
    readonly copy_page_view: Definition<View>
    readonly delete_page_view: Deleted
    readonly get_page_view_history: History<View>
    readonly restore_page_view: Definition<View>
    readonly recover_page_view: Definition<View>
    readonly list_custom_fields: Page<CustomFieldKind>
    readonly get_custom_field: Definition<CustomFieldKind>
    readonly create_custom_field: Definition<CustomFieldKind>
    readonly update_custom_field: Definition<CustomFieldKind>
    readonly copy_custom_field: Definition<CustomFieldKind>
    readonly delete_custom_field: Deleted
    readonly get_custom_field_history: History<CustomFieldKind>
    readonly restore_custom_field: Definition<CustomFieldKind>
    readonly recover_custom_field: Definition<CustomFieldKind>
  }
  type Unlike = { [I in keyof Results]: Is<ResultOf<I>, Results[I]> extends true ? never : I }[keyof Results]

  it("C1: the results of the verbs keep the types of their items, lists too", () => {
    expectTypeOf<Unlike>().toEqualTypeOf<never>()
    expectTypeOf<Exclude<OperationId, keyof Results>>().toEqualTypeOf<
      | "get_page_view_dependencies"
      | "get_custom_field_dependencies"
      | "list_deleted_page_views"
      | "list_deleted_custom_fields"
      | "validate_page_view"
    >()
    expectTypeOf<ResultOf<"list_deleted_page_views">["items"][number]["definition"]>().toEqualTypeOf<
      ResultOf<"get_page_view">
    >()
    expectTypeOf<ResultOf<"list_page_views">["items"][number]["settings"]["target"]>().toEqualTypeOf<
      "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
    >()
    expectTypeOf<ResultOf<"validate_page_view">["issues"][number]["severity"]>().toEqualTypeOf<"error" | "warning">()
    expectTypeOf<ResultOf<"get_page_view_dependencies">["items"][number]["pinnedRevision"]>().toEqualTypeOf<
      number | null
    >()
  })

  it("E2: an operation has its own errors in its type, and no others", () => {
    expectTypeOf<Operation.Errors<OperationById<"get_page_view">>>().toEqualTypeOf<"NOT_FOUND">()
    expectTypeOf<Operation.Errors<OperationById<"list_page_views">>>().toEqualTypeOf<never>()
    expectTypeOf<Operation.Errors<OperationById<"delete_page_view">>>().toEqualTypeOf<
      "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED"
    >()
  })

  it("a kind of a host's own is as typed", () => {
    const AlertRule = kind({
      name: "alert_rule",
      prefix: "ar",
      scopes: { read: "alerts:read", write: "alerts:write" },
      mayReference: ["custom_field"],
      source: Schema.Struct({ metric: Schema.Literals(["errors", "latency"]) }),
      settings: Schema.Struct({ threshold: Schema.Finite }),
      example: {
        id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
        name: "Errors",
        description: "",
        source: { metric: "errors" },
        settings: { threshold: 1 },
        references: {}
      }
    })
    type Rules = ReturnType<typeof definitionFamily<typeof AlertRule>>
    expectTypeOf<Rules["name"]>().toEqualTypeOf<"alertRules">()
    type Listed = Operation.Result<Rules["operations"]["list"]>["items"][number]
    expectTypeOf<Listed["source"]["metric"]>().toEqualTypeOf<"errors" | "latency">()
    expectTypeOf<Listed["references"][string]["kind"]>().toEqualTypeOf<"custom_field">()
    // @ts-expect-error a kind needs its settings
    kind({ name: "x", prefix: "x", scopes: AlertRule.scopes, mayReference: [], source: AlertRule.source })
  })
})
