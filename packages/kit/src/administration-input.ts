import { isText } from "@agent-operations/auth"
import { ValidationError } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Duration, Effect, Option, Result, Schema, SchemaIssue } from "effect"

const message = "Expected well-formed text of 1 to 200 characters without NUL"
const Text = Schema.String.annotate({ message }).check(Schema.makeFilter((value) => isText(value), { message }))

/** Every member that an administrative call may have. */
const members = {
  organizationId: Text,
  id: Text,
  before: Text,
  name: Text,
  userId: Text,
  email: Text,
  role: Schema.Literals(["owner", "admin", "member"]),
  owner: Schema.Struct({ userId: Text, name: Text, email: Schema.optional(Text) }),
  scopes: Schema.Array(Text),
  expiresAt: Schema.Date,
  overlap: Schema.Unknown.check(
    Schema.makeFilter((value) => Option.isSome(Duration.fromInput(value as Duration.Input)), {
      message: 'Expected a duration, such as "1 hour"'
    })
  ),
  idempotencyKey: Text,
  by: Schema.Union([
    Schema.Struct({ type: Schema.Literal("operator") }),
    Schema.Struct({ type: Schema.Literal("member"), userId: Text })
  ])
}

type Member = keyof typeof members

const memberOf = (name: Member | `${Member}?`): readonly [string, Schema.Codec<unknown, unknown>] =>
  name.endsWith("?")
    ? [name.slice(0, -1), Schema.optional(members[name.slice(0, -1) as Member])]
    : [name, members[name as Member]]

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Makes the check of an administrative call's input, once: the names of its members, with `?` behind those it can lack. */
export const inputCheck = (call: string, ...names: ReadonlyArray<Member | `${Member}?`>) => {
  const decode = Schema.decodeUnknownResult(Schema.Struct(Object.fromEntries(names.map(memberOf))), {
    onExcessProperty: "error",
    errors: "all"
  })
  return (input: unknown): Effect.Effect<void, ValidationError> => {
    const decoded = decode(input)
    if (Result.isSuccess(decoded)) return Effect.void
    const issues = issuesOf(decoded.failure.issue)
      .issues.slice(0, 20)
      .map(({ path = [], message }) => ({ path: pointerOf(path as ReadonlyArray<PropertyKey>), message }))
    const first = issues.map(({ path, message }) => `${path} ${message}`).join("; ")
    return Effect.fail(
      new ValidationError({ message: `The input of ${call} is not valid: ${first}.`, details: { issues } })
    )
  }
}
