/** A piece of a template: text as it is, a variable, or another prompt by its alias. */
export type Part =
  | { readonly type: "text"; readonly text: string; readonly at: number }
  | { readonly type: "variable"; readonly name: string; readonly at: number }
  | { readonly type: "partial"; readonly alias: string; readonly at: number }

// From each pair of braces it looks ahead over white space and one name, and never back over more: linear.
const tag = /\{\{[ \t]*(?:>[ \t]*([a-z][a-zA-Z0-9_]{0,39})|([A-Za-z_][A-Za-z0-9_]{0,63}))[ \t]*\}\}/gu

/**
 * The pieces of a template, in order. What looks like a tag and is none is text, so that templates hold JSON and code as
 * they are. Law: M3.
 *
 * @example
 * parseTemplate("Hi {{name}}") // [{ type: "text", text: "Hi ", at: 0 }, { type: "variable", name: "name", at: 3 }]
 */
export const parseTemplate = (template: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let end = 0
  const keepText = (until: number) => {
    if (until > end) parts.push({ type: "text", text: template.slice(end, until), at: end })
  }
  for (const { 0: whole, 1: alias, 2: name, index: at } of template.matchAll(tag)) {
    keepText(at)
    parts.push(alias === undefined ? { type: "variable", name: name!, at } : { type: "partial", alias, at })
    end = at + whole.length
  }
  keepText(template.length)
  return parts
}
