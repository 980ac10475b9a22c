import type { Operation } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import { Result, SchemaIssue, SchemaParser } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"

/** How many issues an answer names at most, and how much of each. */
const maxIssues = 50
const maxMessageLength = 300

type Path = ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>

const pointer = (path: Path = []) =>
  path
    .map((segment) => String(typeof segment === "object" ? segment.key : segment))
    .map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("")

/**
 * Makes the decoder of an operation's input, once: compiled where the host lets code be made at run time, which takes
 * half the time, and else interpreted. Every place that is wrong is named; an unknown key is wrong too. Law: E3.
 */
export const inputDecoder = (operation: Operation.Any) => {
  SchemaJITCompiler.enable(operation.input.ast)
  const decode = SchemaParser.decodeUnknownResult(operation.input, { onExcessProperty: "error", errors: "all" })
  const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

  return (input: unknown): Result.Result<unknown, ValidationError> =>
    Result.mapError(
      decode(input),
      (issue) =>
        new ValidationError({
          message: `The input of ${operation.id} is not valid.`,
          details: {
            issues: issuesOf(issue)
              .issues.slice(0, maxIssues)
              .map(({ path, message }) => ({ path: pointer(path), message: message.slice(0, maxMessageLength) }))
          }
        })
    )
}
