import { printableJson } from "./json.ts"

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)

/** Members are named without quotes where they can be, as people write them; `__proto__` is a member like any other. */
const asMember = (name: string): string =>
  name === "__proto__" ? `["__proto__"]` : isName(name) ? name : printableJson(name)

const asCode = (input: object): string =>
  printableJson(input, 2).replace(
    /^(\s*)"((?:[^"\\]|\\.)*)":/gm,
    (_, indent: string, name: string) => `${indent}${asMember(JSON.parse(`"${name}"`))}:`
  )

/**
 * A call of the client of `@agent-operations/client`, as TypeScript. `family` is the name of the family, `method` that of
 * the operation in it.
 *
 * @example
 * clientCodeOf("pageViews", "get", { id: "pv_…" }) // 'await client.pageViews.get({\n  id: "pv_…"\n})'
 */
export const clientCodeOf = (family: string, method: string, input: object): string => {
  const member = (name: string) => (isName(name) ? `.${name}` : `[${JSON.stringify(name)}]`)
  const text = Object.keys(input).length === 0 ? "{}" : asCode(input)
  return `await client${member(family)}${member(method)}(${text})`
}
