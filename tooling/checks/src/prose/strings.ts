import { parse } from "@babel/parser"
import { type Node, within } from "../departures.ts"
import type { Prose } from "./findings.ts"

/** The texts that an expression may have as its value, with code in place of interpolated values. */
export const textsOf = (node: Node): ReadonlyArray<string> => {
  const of = (key: string) => textsOf(node[key] as Node)
  switch (node.type) {
    case "StringLiteral":
      return [String(node["value"])]
    case "TemplateLiteral": {
      const quasis = node["quasis"] as ReadonlyArray<{ readonly value: { readonly cooked: string } }>
      return [quasis.map(({ value }) => value.cooked).join("`x`")]
    }
    case "BinaryExpression":
      return of("left").flatMap((left) => of("right").map((right) => left + right))
    case "ConditionalExpression":
      return [...of("consequent"), ...of("alternate")]
    default:
      return []
  }
}

/**
 * The texts of the members with these names in a source: descriptions of operations, hints of errors.
 *
 * @example
 * stringsIn("a.ts", `const x = { hint: "Retry." }`, ["hint"]) // [{ file: "a.ts", text: "Retry.", line: 1 }]
 */
export const stringsIn = (file: string, source: string, members: ReadonlyArray<string>): ReadonlyArray<Prose> => {
  if (!members.some((member) => source.includes(`${member}:`))) return []
  const program: object = parse(source, { sourceType: "module", plugins: ["typescript"] }).program
  const found: Array<Prose> = []
  for (const { type, key, value, loc } of within(program as Node)) {
    if (type !== "ObjectProperty" || !members.includes(String((key as { readonly name?: string }).name))) continue
    const { line } = (loc as { readonly start: { readonly line: number } }).start
    found.push(...textsOf(value as Node).map((text) => ({ file, text, line })))
  }
  return found
}
