import type { Kind } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import type { Json } from "@agent-operations/definition-diff"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { findInexact } from "@agent-operations/operations"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codeOf } from "../definitions/code.ts"
import { type Content, contentMembers } from "../definitions/definition.ts"
import { messageOf } from "../errors.ts"

/** Stands between the JSON and the code, which is as it is. */
const separatorOf = (key: string) => `//// source.${key}: all below this line, as it is ////`
const separator = /^\/{4} source\.(\S+?):.*$/m

/**
 * What a definition says as one text to edit: JSON, and below it its code as it is. Code that ends without a line feed gets
 * one, which the parser takes off again.
 */
export const formatDocument = (kind: Kind.Any, content: Content): string => {
  const code = codeOf(kind, content.source)
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  if (code === undefined) return `${json(content)}\n`
  const { [code.key]: _, ...source } = content.source
  return `${json({ ...content, source })}\n\n${separatorOf(code.key)}\n${code.text}\n`
}

const isComment = (line: string) => line.trimStart().startsWith("//")

/** Why a text is no JSON, and the line where that was found: the number of a line is another one in the editor. */
const noJson = (text: string, message: string): ReadonlyArray<string> => {
  const [place = "", position] = /(?: in JSON)? at position (\d+).*$/.exec(message) ?? []
  const why = `This is no JSON: ${message.slice(0, message.length - place.length)}`
  if (position === undefined) return [why]
  const start = text.lastIndexOf("\n", Number(position) - 1) + 1
  return [`${why}, in the line`, `  ${text.slice(start).split("\n", 1)[0]?.trim()}`]
}

/** A text that says what a definition says, or what is wrong with it, in lines. */
export type Parsed = Result.Result<Content, ReadonlyArray<string>>

const sourceOf = (value: unknown): object | undefined => {
  const source: unknown = typeof value === "object" && value !== null && "source" in value ? value.source : undefined
  return typeof source === "object" && source !== null ? source : undefined
}

/** Makes the parser of what `formatDocument` makes, edited: lines of JSON that begin with // are left out. */
export const makeParser = (kind: Kind.Any): ((text: string) => Parsed) => {
  const body: Schema.Constraint = Schema.Struct(kind.body)
  const decode = makeDecoder(body as Schema.Codec<Content>)
  return (text) => {
    const found = separator.exec(text)
    const [head, key] = found === null ? [text, undefined] : [text.slice(0, found.index), found[1] as string]
    const json = head
      .split("\n")
      .filter((line) => !isComment(line))
      .join("\n")
    let value: unknown
    try {
      value = JSON.parse(json)
    } catch (error) {
      return Result.fail(noJson(json, messageOf(error)))
    }
    const inexact = findInexact(json)
    if (inexact !== undefined) return Result.fail([`${inexact.path}: ${inexact.message}`])
    const source = sourceOf(value)
    if (found !== null && key !== undefined && source !== undefined) {
      if (Object.hasOwn(source, key)) return Result.fail([`source has ${key} above the line //// and below it.`])
      const code = text.slice(found.index + found[0].length + 1).replace(/\n$/, "")
      value = { ...(value as object), source: { ...source, [key]: code } }
    }
    const decoded = decode(value)
    return Result.isSuccess(decoded)
      ? Result.succeed(decoded.success)
      : Result.fail(decoded.failure.map(({ path, message }) => `${pointerOf(path)}: ${message}`))
  }
}

/** The members that differ, as an update takes them. */
export const changesOf = (
  before: Content,
  after: Content,
  isSame: (one: Json, other: Json) => boolean
): Partial<Content> =>
  Object.fromEntries(
    contentMembers.filter((member) => !isSame(before[member], after[member])).map((member) => [member, after[member]])
  )
