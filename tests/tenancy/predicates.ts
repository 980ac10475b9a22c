/** A condition of a statement that binds a tenant or a project, and the statement without it. */
export interface Predicate {
  /** The condition as it stands, such as `h.tenant_id = $1`. */
  readonly text: string
  /** How many conditions with this text come before it. */
  readonly at: number
  readonly without: string
}

const column = String.raw`(?:\w+\.)?(?:tenant_id|project_id|organization_id)\b`
const operand = String.raw`(?:\$\d+(?:::\w+)?|\w+\.\w+|(?:tenant_id|project_id|organization_id)\b)`
const equality = new RegExp(
  `(?<![\\w.$])(?:${column} = ${operand}|${operand} = ${column}|${column} in \\([^()]*\\))(?!\\w)`,
  "g"
)
const row = /\(([^()]*\b(?:tenant_id|project_id|organization_id)\b[^()]*)\)\s*(=|in)\s*\(/g
const using = /\busing \(([^()]*)\)/g
const isBinding = (text: string) => new RegExp(`^${column}$`).test(text)

/** Where the bracket that opens before a place is closed. */
const closing = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++
    if (text[at] === ")" && --depth === 0) return at
  }
  return text.length
}

/** What is listed in a text, by the commas that stand in no brackets. */
const listed = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = [""]
  let depth = 0
  for (const character of text) {
    if (character === "(") depth++
    if (character === ")") depth--
    if (character === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

const replaced = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to)

/** Conditions that stand by themselves: `h.tenant_id = $1`. A parameter stays, so that the server knows its type. */
function* equalities(text: string): Generator<readonly [at: number, condition: string, without: string]> {
  for (const { 0: condition, index } of text.matchAll(equality)) {
    yield [index, condition, replaced(text, index, index + condition.length, `(${condition} or true)`)]
  }
}

/** Members of rows that are compared: `(d.tenant_id, d.id) = ($1, $2)` and `(d.tenant_id, d.id) in (select …)`. */
function* rows(text: string): Generator<readonly [at: number, condition: string, without: string]> {
  for (const { 0: whole, 1: left = "", 2: operator, index } of text.matchAll(row)) {
    const begins = index + whole.length
    const ends = closing(text, begins)
    const right = text.slice(begins, ends)
    const select = /^\s*select\s+(?:distinct\s+)?(.*?)\s+from\b/s.exec(right)
    const [members, others] = [listed(left), listed(operator === "in" ? (select?.[1] ?? "") : right)]
    for (const [n, member] of members.entries()) {
      const other = others[n]
      const names = other === undefined ? [] : [member, other.replace(/ as \w+$/, "")].filter(isBinding)
      if (names.length === 0 || other === undefined) continue
      const condition = `${member} of ${whole.replaceAll(/\s+/g, " ")}`
      const without =
        operator === "in"
          ? replaced(text, begins, ends, right.replace(select![1]!, others.with(n, member).join(", ")))
          : replaced(text, index + 1, index + 1 + left.length, members.with(n, other).join(", "))
      yield [index, condition, without]
    }
  }
}

/** Columns by which tables are joined: `using (tenant_id, project_id)`. */
function* shared(text: string): Generator<readonly [at: number, condition: string, without: string]> {
  for (const { 0: whole, 1: names = "", index } of text.matchAll(using)) {
    const members = listed(names)
    for (const member of members.filter(isBinding)) {
      const others = members.filter((one) => one !== member)
      if (others.length === 0) continue
      yield [
        index,
        `${member} of ${whole}`,
        replaced(text, index, index + whole.length, `using (${others.join(", ")})`)
      ]
    }
  }
}

/** A statement without what depends on its values: the numbers of parameters, and the types of those that are numbers. */
export const shapeOf = (text: string): string => text.replaceAll(/\$\d+(?:::(?:int4|int8|float8|numeric))?/g, "$")

/**
 * Every condition of a statement by which rows of one tenant or project are told from others, each with the statement that
 * lacks it.
 *
 * @example
 * predicatesOf("select 1 from a where a.tenant_id = $1")[0].without // "select 1 from a where (a.tenant_id = $1 or true)"
 */
export const predicatesOf = (text: string): ReadonlyArray<Predicate> => {
  const seen = new Map<string, number>()
  return [...equalities(text), ...rows(text), ...shared(text)]
    .toSorted(([a], [b]) => a - b)
    .map(([, condition, without]) => {
      const at = seen.get(condition) ?? 0
      seen.set(condition, at + 1)
      return { text: condition, at, without }
    })
}
