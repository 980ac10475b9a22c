import { type Code, codes, recordCopy } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type * as Schema from "effect/Schema"

recordCopy("@agent-operations/contract", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** What an operation does to the project: nothing, adds to it, or takes from it. */
export type OperationEffect = "read" | "write" | "destructive"

/**
 * How a list goes on: `nextCursor` is passed back as `cursor`, `nextBefore` as `before`, `nextOffset` as `offset`, until
 * it is null. Source: the specification's table of results.
 */
export type Paging = "cursor" | "before" | "offset"

/** Where operations appear. */
export const surfaces = ["rest", "client", "cli", "mcp"] as const
/** A surface that an operation can be offered on. */
export type Surface = (typeof surfaces)[number]

/** That an operation will go away. Dates are `YYYY-MM-DD`, at least six months apart. */
export interface Deprecation {
  readonly since: string
  readonly sunset: string
  /** The operation to use in its place. */
  readonly use?: string
}

/**
 * A schema that needs no services: `Type` is what the handler works with, `Encoded` is what the wire carries. They
 * differ only where the wire may leave out what has a default.
 */
export type WireSchema = Schema.Codec<unknown, unknown>

/**
 * One operation as data. Every surface (REST, OpenAPI, client, command line, MCP) is derived from it. Law: C1.
 */
export interface Operation<
  Id extends string,
  Input extends Schema.Constraint,
  Result extends Schema.Constraint,
  Errors extends Code
> {
  /** The identifier, which is also the last segment of the path: lower case, with underscores. */
  readonly id: Id
  /** One line for lists of operations. */
  readonly summary: string
  /** What a caller has to know beyond the summary. */
  readonly description: string
  /** Every scope that each input requires, under API keys and OAuth tokens alike. Law: A2. */
  readonly scopes: ReadonlyArray<string>
  /** The scopes that one input requires beside `scopes`. All that it can return are declared by the family. Law: A2. */
  scopesOf?(input: Input["Type"]): ReadonlyArray<string>
  /** Whether API keys may call it too, or people alone: anything else is `HUMAN_REQUIRED`. Law: A7. */
  readonly callers: "anyone" | "people"
  readonly effect: OperationEffect
  /**
   * That it reads by indexes alone, however much there is, and has no more than some hundred KB in memory at once for each
   * call, where its input has no members but these. Any other read may take long, and waits for its turn. Law: K3.
   */
  readonly quickWith?: ReadonlyArray<string>
  /** Whether it draws on the organization's budget, so that it can answer 402. */
  readonly incursUsage: boolean
  /** How its list goes on, if it returns one page of a list. Laws: P1 to P6. */
  readonly paging?: Paging
  /**
   * What makes a repeated write safe: the revision that it expects, or a key that the caller chose. Both are members of
   * the input, and required there.
   */
  readonly idempotency?: "expectedRevision" | "requestKey"
  readonly limits: {
    /** The largest request body, in bytes, where it is not the server's. */
    readonly bodyBytes?: number
    /** How long it may take, in milliseconds, where it is not the server's deadline. */
    readonly deadlineMillis?: number
  }
  readonly surfaces: ReadonlyArray<Surface>
  readonly deprecated?: Deprecation
  readonly input: Input
  readonly result: Result
  /** The codes it can answer beside those that every operation can. Law: E2. */
  readonly errors: ReadonlyArray<Errors>
  /** What to do next after a code, where this operation knows better than the catalogue. */
  readonly hints: { readonly [C in Code]?: string }
  /** An input and the result that it has, on the project of the examples. */
  readonly example: { readonly input: Input["Encoded"]; readonly result: Result["Encoded"] }
}

export declare namespace Operation {
  type Any = Operation<string, WireSchema, WireSchema, Code>
  type Id<O> = O extends { readonly id: infer I } ? I : never
  /** What the handler takes: the decoded input, defaults filled in. */
  type Input<O> = O extends { readonly input: { readonly Type: infer T } } ? T : never
  /** What a caller sends. */
  type EncodedInput<O> = O extends { readonly input: { readonly Encoded: infer T } } ? T : never
  /** What a caller is answered in `data`. */
  type Result<O> = O extends { readonly result: { readonly Type: infer T } } ? T : never
  /** The codes that are its own. */
  type Errors<O> = O extends { readonly errors: ReadonlyArray<infer C extends Code> } ? C : never
}

/** The codes that every operation can answer, whatever it does. Law: E2. Source: the wire's order of checks. */
export const commonErrors = [
  "VALIDATION_ERROR",
  "UNAUTHENTICATED",
  "MISSING_SCOPE",
  "PROJECT_ACCESS_DENIED",
  "PAYLOAD_TOO_LARGE",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
  "TIMEOUT"
] as const satisfies ReadonlyArray<Code>

/**
 * Every code that an operation can answer, in the catalogue's order. Law: E2.
 *
 * @example
 * errorsOf(getPageView).includes("NOT_FOUND") // true
 */
export const errorsOf = ({ errors }: Pick<Operation.Any, "errors">): ReadonlyArray<Code> => {
  const all = new Set<Code>([...commonErrors, ...errors])
  return codes.filter((code) => all.has(code))
}

type Defaults = "callers" | "incursUsage" | "limits" | "surfaces" | "hints"

/** What `operation` takes: members with a default may be left out. */
export type OperationSpec<
  Id extends string,
  Input extends Schema.Constraint,
  Result extends Schema.Constraint,
  Errors extends Code
> = Omit<Operation<Id, Input, Result, Errors>, Defaults> & Partial<Pick<Operation<Id, Input, Result, Errors>, Defaults>>

/**
 * Declares an operation, keeping its literal types. Where the declaration contradicts itself, `contractOf` refuses it.
 *
 * @example
 * const ping = operation({
 *   id: "ping", summary: "Answer", description: "Answers at once.", scopes: [], effect: "read",
 *   input: Schema.Struct({}), result: Schema.Struct({ pong: Schema.Boolean }), errors: [],
 *   example: { input: {}, result: { pong: true } }
 * })
 */
export const operation = <
  const Id extends string,
  Input extends Schema.Constraint,
  Result extends Schema.Constraint,
  const Errors extends Code = never
>(
  spec: OperationSpec<Id, Input, Result, Errors>
): Operation<Id, Input, Result, Errors> => ({
  callers: "anyone",
  incursUsage: false,
  limits: {},
  surfaces,
  hints: {},
  ...spec
})
