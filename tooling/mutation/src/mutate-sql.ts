/** One sort of fault in the text of a statement. */
interface Rule {
  readonly name: string
  readonly pattern: RegExp
  /** What takes the place of a match. */
  readonly with: (match: RegExpMatchArray) => string
}

/** Stands in a statement's text for the value with this number, so that rules see the text whole. */
export const hole = (index: number): string => `\u{E000}${index}\u{E001}`
/** The same, to find them. */
export const holes = /\u{E000}(\d+)\u{E001}/gu

/** Up to where a condition ends: parentheses in it are whole. */
const condition = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))+?`
const end = String.raw`(?=\s*(?:\)|$|\b(?:and|or|order|group|limit|returning|for|offset|union|left|join|cross|then)\b))`

/** `tests/tenancy` takes each of these away, of every statement, and sees what then shows another's rows. */
const ofTenant = /\b(?:tenant_id|project_id|organization_id)\b/i

const swap = (name: string, from: string, to: string): Rule => ({
  name,
  pattern: new RegExp(from, "giu"),
  with: () => to
})

/** Faults in a statement that leave it one that the database runs. */
const rules: ReadonlyArray<Rule> = [
  { name: "forget a condition", pattern: new RegExp(String.raw`\s+and\s+${condition}${end}`, "giu"), with: () => " " },
  {
    name: "forget the first condition",
    pattern: new RegExp(String.raw`\b(where|on)\s+${condition}\s+and\b`, "giu"),
    with: ([, word]) => word!
  },
  {
    name: "forget the only condition",
    pattern: new RegExp(String.raw`\bwhere\s+${condition}${end}`, "giu"),
    with: ([match]) => (/\b(?:and|or)\b/i.test(match) ? match : "where true")
  },
  swap("and for or", String.raw`\band\b`, "or"),
  swap("or for and", String.raw`\bor\b`, "and"),
  swap("unequal for equal", String.raw`(?<![<>!:=])=(?![>=])`, "<>"),
  swap("equal for unequal", "<>", "="),
  swap("at most for below", "<(?![>=])", "<="),
  swap("below for at most", "<=", "<"),
  swap("at least for above", "(?<![<=>-])>(?![>=])", ">="),
  swap("above for at least", ">=", ">"),
  swap("null for not null", String.raw`\bis not null\b`, "is null"),
  swap("not null for null", String.raw`\bis null\b`, "is not null"),
  swap("there for not there", String.raw`\bnot exists\b`, "exists"),
  swap("not there for there", String.raw`(?<!not )\bexists\b`, "not exists"),
  swap("upwards for downwards", String.raw`\bdesc\b`, "asc"),
  {
    name: "another order",
    pattern: /\border by [^()]+?(?=\s*(?:\)|$|\blimit\b|\boffset\b|\bfor\b))/giu,
    with: () => ""
  },
  swap("no lock", String.raw`\bfor (?:no key )?(?:update|share|key share)\b(?: of \w+)?(?: skip locked)?`, ""),
  swap("wait for locks", String.raw`\s+skip locked\b`, ""),
  swap("join for left join", String.raw`\bleft join\b`, "join"),
  swap("the second for the first", String.raw`\bcoalesce(?=\()`, "nullif"),
  swap("the greatest for the least", String.raw`\bleast(?=\()`, "greatest"),
  swap("the least for the greatest", String.raw`\bgreatest(?=\()`, "least"),
  swap("the least for the most", String.raw`\bmax(?=\()`, "min"),
  swap("the most for the least", String.raw`\bmin(?=\()`, "max"),
  swap("minus for plus", String.raw`(?<=\s)\+(?=\s)`, "-"),
  swap("plus for minus", String.raw`(?<=\s)-(?=\s)`, "+"),
  swap("false for true", String.raw`\btrue\b`, "false"),
  swap("true for false", String.raw`\bfalse\b`, "true"),
  swap("repeated for distinct", String.raw`\bdistinct\b(?! on)`, ""),
  swap("no limit", String.raw`\blimit (?:\d+|[\w.]+|\u{E000}\d+\u{E001})`, "")
]

/** Every text that one fault in one place makes of a statement, each once. */
export const mutateSql = (text: string): ReadonlyArray<string> => {
  const faults = rules.flatMap((rule) =>
    [...text.matchAll(rule.pattern)]
      .filter(([match]) => !(rule.name.startsWith("forget") && ofTenant.test(match)))
      .map((match) => text.slice(0, match.index) + rule.with(match) + text.slice(match.index + match[0].length))
  )
  return [...new Set(faults)].filter((fault) => fault !== text)
}
