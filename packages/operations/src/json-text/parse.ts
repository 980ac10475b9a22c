import { ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { findInexact } from "./inexact.ts"

const refused = (path: string, message: string) =>
  Result.fail(
    new ValidationError({ message: `The body is refused: ${message}`, details: { issues: [{ path, message }] } })
  )

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch (error) {
    return Result.fail((error as SyntaxError).message)
  }
}

const read = (text: string): Result.Result<unknown, ValidationError> => {
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return refused("", `The body is not JSON: ${parsed.failure}`)
  const inexact = findInexact(text)
  return inexact === undefined ? Result.succeed(parsed.success) : refused(inexact.path, inexact.message)
}

/** Reads a body as JSON that is kept exactly, or says what cannot be. Laws: E3, E4. */
export const parseBody = (bytes: Uint8Array): Result.Result<unknown, ValidationError> => {
  if (bytes.length === 0) return refused("", "The body is empty; send a JSON object, or {} for no input.")
  const text = decodeText(bytes)
  return text === undefined ? refused("", "The body is not valid UTF-8.") : read(text)
}

/** A value of this process as a caller would have sent it: JSON that is kept exactly, and a copy. Laws: E3, E4. */
export const asSent = (value: unknown): Result.Result<unknown, ValidationError> => {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    return refused("", `The input cannot be written as JSON: ${(error as Error).message}`)
  }
  return text === undefined ? refused("", "The input is not JSON; pass an object.") : read(text)
}
