/**
 * Reads and changes JSON as text, one level at a time, so that what nobody changes stays as it is to the byte: numbers,
 * escapes, the order of members, white space. Texts have to be JSON; nothing here is recursive.
 */

/** A member of an object, or an item of an array, as a part of its text. */
export interface Part {
  /** Where it begins; of a member, where its name does. */
  readonly start: number
  readonly end: number
  /** The text of its value. */
  readonly raw: string
}

export interface Member extends Part {
  readonly key: string
  /** Where its value begins. */
  readonly valueStart: number
}

const space = /[ \t\n\r]*/y
const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const plain = /[^,\]}\s]+/y
const bracketOrString = /["[\]{}]/g

const end = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const valueEnd = (text: string, start: number): number => {
  const first = text[start]
  if (first === '"') return end(string, text, start)
  if (first !== "{" && first !== "[") return end(plain, text, start)
  let depth = 0
  bracketOrString.lastIndex = start
  for (let found = bracketOrString.exec(text); found !== null; found = bracketOrString.exec(text)) {
    if (found[0] === '"') bracketOrString.lastIndex = end(string, text, found.index)
    else if (found[0] === "{" || found[0] === "[") depth++
    else if (--depth === 0) return found.index + 1
  }
  return text.length
}

/** Whether a text is an object or an array. */
export const kindOf = (text: string): "object" | "array" | "other" => {
  const first = text[end(space, text, 0)]
  return first === "{" ? "object" : first === "[" ? "array" : "other"
}

const partsOf = <P extends Part>(text: string, read: (at: number) => P): ReadonlyArray<P> => {
  const parts: Array<P> = []
  let at = end(space, text, end(space, text, 0) + 1)
  while (at < text.length && text[at] !== "}" && text[at] !== "]") {
    const part = read(at)
    parts.push(part)
    at = end(space, text, part.end)
    if (text[at] === ",") at = end(space, text, at + 1)
  }
  return parts
}

/**
 * The members of an object, in its order.
 *
 * @example
 * membersOf('{"a": 1.0}') // [{ key: "a", raw: "1.0", … }]
 */
export const membersOf = (object: string): ReadonlyArray<Member> =>
  partsOf(object, (start) => {
    const nameEnd = end(string, object, start)
    const valueStart = end(space, object, end(space, object, nameEnd) + 1)
    const last = valueEnd(object, valueStart)
    const key: string = JSON.parse(object.slice(start, nameEnd))
    return { key, start, valueStart, end: last, raw: object.slice(valueStart, last) }
  })

/** The items of an array. */
export const itemsOf = (array: string): ReadonlyArray<Part> =>
  partsOf(array, (start) => {
    const last = valueEnd(array, start)
    return { start, end: last, raw: array.slice(start, last) }
  })

/** The text of a member's value: of a name that is there twice, the last one, as `JSON.parse` has it. */
export const memberIn = (members: ReadonlyArray<Member>, key: string): string | undefined =>
  members.findLast((member) => member.key === key)?.raw

/** The white space before the first part, and that before the end. */
const layoutOf = (text: string, parts: ReadonlyArray<Part>) => {
  const open = end(space, text, 0) + 1
  const close = text.lastIndexOf(text[open - 1] === "{" ? "}" : "]")
  const [first, last] = [parts[0], parts.at(-1)]
  return {
    lead: first === undefined ? "" : text.slice(open, first.start),
    tail: last === undefined ? "" : text.slice(last.end, close)
  }
}

/** An object with a member set, at its place or as its last; `undefined` takes it out. */
export const withMember = (object: string, key: string, raw: string | undefined): string => {
  const members = membersOf(object)
  const at = members.findLastIndex((member) => member.key === key)
  const found = members[at]
  if (raw === undefined) return found === undefined ? object : withMember(without(object, members, at), key, undefined)
  if (found !== undefined) return object.slice(0, found.valueStart) + raw + object.slice(found.end)
  const last = members.at(-1)
  const [first] = members
  const colon = first === undefined ? ": " : object.slice(end(string, object, first.start), first.valueStart)
  const member = `${JSON.stringify(key)}${colon}${raw}`
  if (last === undefined) return `{${member}}`
  const gap = members.length > 1 ? object.slice(members.at(-2)!.end, last.start) : `,${layoutOf(object, members).lead}`
  return object.slice(0, last.end) + gap + member + object.slice(last.end)
}

const without = (object: string, members: ReadonlyArray<Member>, at: number): string => {
  const [before, found, after] = [members[at - 1], members[at]!, members[at + 1]]
  if (after !== undefined) return object.slice(0, found.start) + object.slice(after.start)
  return before === undefined ? "{}" : object.slice(0, before.end) + object.slice(found.end)
}

/** An array of other items; `indent` is the white space before its name, by which an empty one is laid out. */
export const withItems = (array: string, raws: ReadonlyArray<string>, indent: string): string => {
  const parts = itemsOf(array)
  if (parts.length === raws.length && parts.every(({ raw }, n) => raw === raws[n])) return array
  if (raws.length === 0) return "[]"
  const isLaidOut = indent.includes("\n")
  const { lead, tail } =
    parts.length > 0 ? layoutOf(array, parts) : { lead: isLaidOut ? `${indent}  ` : "", tail: isLaidOut ? indent : "" }
  const gap =
    parts.length > 1 ? array.slice(parts[0]!.end, parts[1]!.start) : `,${lead === "" && isLaidOut ? " " : lead}`
  return `[${lead}${raws.join(gap)}${tail}]`
}

/** The white space before a member, or before that which would be added. */
export const indentOf = (object: string, key: string): string => {
  const members = membersOf(object)
  const at = members.findLastIndex((member) => member.key === key)
  const before = at > 0 ? members[at - 1] : at === 0 ? undefined : members.at(-1)
  const found = at < 0 ? undefined : members[at]
  if (found === undefined || before === undefined) return layoutOf(object, members).lead
  return object.slice(before.end, found.start).replace(/^[^,]*,/, "")
}
