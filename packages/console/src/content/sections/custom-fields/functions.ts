/** A function of the Common Expression Language, as a formula may use it. */
export interface FormulaFunction {
  /** What it is called. */
  readonly name: string
  /** Whether it stands after what it works on: `trace.name.size()`. */
  readonly on?: "text" | "list" | "time" | "duration"
  /** Its inputs, as people write them. */
  readonly takes: string
  readonly returns: string
  readonly about: string
  /** A formula for a trace that uses it. */
  readonly example: string
}

const one = (
  name: string,
  takes: string,
  returns: string,
  about: string,
  example: string,
  on?: FormulaFunction["on"]
): FormulaFunction => ({ name, takes, returns, about, example, ...(on !== undefined && { on }) })

const part = (name: string, about: string) => one(name, "", "int", about, `trace.startedAt.${name}()`, "time")

/** What formulas can call. Source: https://github.com/google/cel-spec, "List of Standard Definitions". */
export const formulaFunctions: ReadonlyArray<FormulaFunction> = [
  one("has", "field", "bool", "Whether a field or key is there.", "has(trace.metadata.tier)"),
  one("size", "value", "int", "How many characters, items or keys there are.", "size(trace.tags)"),
  one("double", "value", "double", "A number that may have decimals.", "double(trace.spanCount)"),
  one("int", "value", "int", "A whole number; decimals are cut off.", "int(trace.cost)"),
  one("string", "value", "string", "A value as text.", "string(trace.spanCount)"),
  one("bool", "value", "bool", 'Reads "true" or "false".', 'bool("true")'),
  one("timestamp", "text", "timestamp", "A moment, from RFC 3339 text.", 'timestamp("2026-01-01T00:00:00Z")'),
  one("duration", "text", "duration", 'A length of time, from text such as "90s".', 'duration("90s")'),
  one("type", "value", "type", "The type of a value.", "type(trace.name) == string"),
  one("startsWith", "text", "bool", "Whether a text begins with another.", 'trace.name.startsWith("a")', "text"),
  one("endsWith", "text", "bool", "Whether a text ends with another.", 'trace.name.endsWith("z")', "text"),
  one("contains", "text", "bool", "Whether a text holds another.", 'trace.name.contains("x")', "text"),
  one(
    "matches",
    "pattern",
    "bool",
    "Whether a text has a match of an RE2 pattern.",
    'trace.name.matches("^a")',
    "text"
  ),
  one("size", "", "int", "How many characters there are.", "trace.name.size()", "text"),
  one("lowerAscii", "", "string", "A text in lower case.", "trace.name.lowerAscii()", "text"),
  one("upperAscii", "", "string", "A text in upper case.", "trace.name.upperAscii()", "text"),
  one("trim", "", "string", "A text without space around it.", "trace.name.trim()", "text"),
  one(
    "indexOf",
    "text",
    "int",
    "Where a text begins in another, from 0; -1 for nowhere.",
    'trace.name.indexOf("x")',
    "text"
  ),
  one("lastIndexOf", "text", "int", "Where a text last begins in another.", 'trace.name.lastIndexOf("x")', "text"),
  one("substring", "from, to", "string", "A part of a text, from 0.", "trace.name.substring(0, 1)", "text"),
  one("split", "text", "list", "The parts of a text between another.", 'trace.name.split("/")', "text"),
  one("join", "text", "string", "The texts of a list, with another between them.", 'trace.tags.join(", ")', "list"),
  one("size", "", "int", "How many items there are.", "trace.tags.size()", "list"),
  one("all", "each, condition", "bool", "Whether all items are so.", "trace.tags.all(tag, tag.size() > 1)", "list"),
  one("exists", "each, condition", "bool", "Whether some item is so.", 'trace.tags.exists(tag, tag == "vip")', "list"),
  one(
    "exists_one",
    "each, condition",
    "bool",
    "Whether one item alone is so.",
    'trace.tags.exists_one(t, t == "vip")',
    "list"
  ),
  one("map", "each, value", "list", "A value for each item.", "trace.tags.map(tag, tag.size())", "list"),
  one("filter", "each, condition", "list", "The items that are so.", "trace.tags.filter(tag, tag.size() > 1)", "list"),
  part("getFullYear", "The year, in UTC."),
  part("getMonth", "The month, from 0, in UTC."),
  part("getDate", "The day of the month, from 1, in UTC."),
  part("getDayOfWeek", "The day of the week, from 0 for Sunday, in UTC."),
  part("getHours", "The hour, in UTC."),
  part("getMinutes", "The minute, in UTC."),
  part("getSeconds", "The second."),
  one(
    "getSeconds",
    "",
    "int",
    "A length of time in seconds.",
    "(trace.endedAt - trace.startedAt).getSeconds()",
    "duration"
  ),
  one(
    "getMilliseconds",
    "",
    "int",
    "The milliseconds of it.",
    "(trace.endedAt - trace.startedAt).getMilliseconds()",
    "duration"
  )
]
