import { Actor } from "@agent-operations/contract"
import { Result, Schema, SchemaIssue } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { isText, maximumText } from "./text.ts"

/** What a token was issued for; the two are not interchangeable. Law: A6. */
export type Audience = "rest" | "mcp"

/** Who a credential stands for, as of now. Laws: A2, A3, A5. */
export interface Principal {
  readonly actor: Actor
  /** 1 to 200 characters. */
  readonly organizationId: string
  /** What the credential holds now, not what it held when issued. */
  readonly scopes: ReadonlyArray<string>
  /** Which credential it was, where the verifier tells. */
  readonly credential?: Credential | null | undefined
  /**
   * The project that was asked for, if the credential reaches it, and null where it does not. Where none was asked for:
   * the one that the credential is bound to, if it is.
   */
  readonly projectId: string | null
}

/** Which credential somebody came with, without its secret. */
export interface Credential {
  readonly type: "api_key" | "access_token" | "session" | "host"
  /** 1 to 200 characters. */
  readonly id: string
  /** What stays where one credential replaces another: of a key, the ID of the first. By default the actor's ID. */
  readonly lineage?: string | undefined
}

/** Whom an operation works for, where, and what they may do. */
export interface Access {
  readonly actor: Actor
  readonly organizationId: string
  readonly projectId: string
  /** The scopes that the credential holds; "all" where the host itself calls. */
  readonly scopes: ReadonlyArray<string> | "all"
  /** Null where the host itself calls, or its verifier does not tell. */
  readonly credential: Credential | null
}

/** What has to be so before something is done: an operation, or a route that is none. */
export interface Requirement {
  /** What it is called in messages. */
  readonly id: string
  readonly scopes: ReadonlyArray<string>
  readonly callers: "anyone" | "people"
  readonly incursUsage: boolean
}

/** A name as the name of an actor, which has an end: of a longer one, its beginning. */
export const actorName = (name: string): string =>
  name.length <= maximumText ? name : [...name.slice(0, 2 * maximumText)].slice(0, maximumText).join("")

// A message of its own at each place, since those by default tell the value: it may be a secret, put in by mistake.
const text = (minimum: number) => {
  const message = `has to be well-formed text of ${minimum} to ${maximumText} characters without NUL`
  return Schema.String.annotate({ message }).check(Schema.makeFilter((value) => isText(value, minimum), { message }))
}

const Id = text(1)

const Answered = Schema.Struct({
  actor: Schema.Struct({
    type: Actor.fields.type.annotate({ message: 'has to be "user" or "api_key"' }),
    id: Id,
    name: text(0)
  }).annotate({ message: "has to be an object with type, id and name" }),
  organizationId: Id,
  scopes: Schema.Array(Schema.String.annotate({ message: "has to be text" })).annotate({
    message: "has to be an array of scopes"
  }),
  credential: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        type: Schema.Literals(["api_key", "access_token", "session", "host"]),
        id: Id,
        lineage: Schema.optional(Id)
      })
    )
  ).annotate({ message: "has to be an object with type and id, or null" }),
  projectId: Schema.NullOr(Id).annotate({ message: "has to be the ID of a project, or null" })
}).annotate({ message: "has to be an object with actor, organizationId, scopes and projectId" })

// Asked at every request: compiled where the host lets code be made at run time, else interpreted.
SchemaJITCompiler.enable(Answered.ast)
const decode = Schema.decodeUnknownResult(Answered)
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const describe = (error: Schema.SchemaError) =>
  issuesOf(error.issue)
    .issues.map(({ path = [], message }) => `${["principal", ...path.map(String)].join(".")}: ${message}`)
    .join("; ")

/**
 * What a verifier answered as a principal that can be stored: the members of one and no others. Fails with what is wrong
 * with it, and where, but none of its values.
 *
 * @example
 * decodePrincipal({ ...principal, organizationId: "" }) // fails: principal.organizationId: has to be …
 */
export const decodePrincipal = (answered: unknown): Result.Result<Principal, string> =>
  Result.mapError(decode(answered), describe)
