import type { Code } from "@agent-operations/error-envelope"
import type * as Schema from "effect/Schema"
import type { Scope } from "./scopes.ts"

/** What an operation does to the project: nothing, adds to it, or takes from it. */
export type OperationEffect = "read" | "write" | "destructive"

/**
 * A schema that needs no services: `Type` is what the meaning works with, `Encoded` is what the wire carries. They
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
  /** The identifier, which is also the last segment of the path. */
  readonly id: Id
  /** One line for lists of operations. */
  readonly summary: string
  /** What a caller has to know beyond the summary. */
  readonly description: string
  /** The family that documents group the operation under. */
  readonly family: string
  /** Every scope that is required, under API keys and OAuth tokens alike. Law: A2. */
  readonly scopes: ReadonlyArray<Scope>
  readonly effect: OperationEffect
  /** Whether it draws on the organization's budget, so that it can answer 402. */
  readonly incursUsage: boolean
  readonly input: Input
  readonly result: Result
  /** The codes it can answer beside those that every operation can. */
  readonly errors: ReadonlyArray<Errors>
  /** An input and the result that it has, on the project of the examples. */
  readonly example: { readonly input: Input["Encoded"]; readonly result: Result["Encoded"] }
}

export declare namespace Operation {
  type Any = Operation<string, WireSchema, WireSchema, Code>
  type Id<O> = O extends Operation<infer I, infer _1, infer _2, infer _3> ? I : never
  /** What the meaning takes: the decoded input, defaults filled in. */
  type Input<O> = O extends { readonly input: { readonly Type: infer T } } ? T : never
  /** What a caller sends. */
  type EncodedInput<O> = O extends { readonly input: { readonly Encoded: infer T } } ? T : never
  type Result<O> = O extends { readonly result: { readonly Type: infer T } } ? T : never
  type Errors<O> = O extends { readonly errors: ReadonlyArray<infer C extends Code> } ? C : never
}

/** The codes that every operation can answer, whatever it does. Source: the wire's order of checks. */
export const commonErrors = [
  "VALIDATION_ERROR",
  "UNAUTHENTICATED",
  "USAGE_LIMIT_REACHED",
  "MISSING_SCOPE",
  "PROJECT_ACCESS_DENIED",
  "NOT_FOUND",
  "CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "REFERENCE_NOT_FOUND",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
  "TIMEOUT"
] as const satisfies ReadonlyArray<Code>

/**
 * Declares an operation, keeping its literal types.
 *
 * @example
 * const ping = operation({
 *   id: "ping", summary: "Answer", description: "Answers at once.", family: "System", scopes: [], effect: "read",
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
  spec: Omit<Operation<Id, Input, Result, Errors>, "incursUsage"> & { readonly incursUsage?: boolean }
): Operation<Id, Input, Result, Errors> => ({ ...spec, incursUsage: spec.incursUsage ?? false })
