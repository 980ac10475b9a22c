import type { Operation } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import { Result, Schema } from "effect"

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
 * Makes the decoder of an operation's input, once. Every place that is wrong is named; an unknown key is wrong too.
 * Law: E3.
 */
export const inputDecoder = (operation: Operation.Any) => {
  const { validate } = Schema.toStandardSchemaV1(operation.input, {
    parseOptions: { onExcessProperty: "error", errors: "all" }
  })["~standard"]

  return (input: unknown): Result.Result<unknown, ValidationError> => {
    const result = validate(input)
    if (result instanceof Promise) throw new TypeError(`The input of ${operation.id} does not decode at once.`)
    if (result.issues === undefined) return Result.succeed(result.value)
    return Result.fail(
      new ValidationError({
        message: `The input of ${operation.id} is not valid.`,
        details: {
          issues: result.issues
            .slice(0, maxIssues)
            .map(({ path, message }) => ({ path: pointer(path), message: message.slice(0, maxMessageLength) }))
        }
      })
    )
  }
}
