import fc from "fast-check"

/** Text of any kind: Unicode, bytes, lone surrogates, line ends, and heaps of the given tokens. */
export const soup = (tokens: ReadonlyArray<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }).map((units) => String.fromCharCode(...units)),
    fc.array(fc.constantFrom(...tokens), { maxLength: 60 }).map((parts) => parts.join("")),
    fc.array(fc.constantFrom(...tokens), { maxLength: 60 }).map((parts) => parts.join(" "))
  )

export const codeTokens = [
  "import",
  "export",
  "default",
  "from",
  '"react"',
  "custom",
  ".",
  "props",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "<",
  ">",
  "</",
  "/>",
  "=>",
  "=",
  "?",
  ":",
  "a",
  "b",
  "const",
  "let",
  "function",
  "class",
  "async",
  "await",
  "type",
  "interface",
  "enum",
  "as",
  "`",
  "${",
  "'",
  '"',
  "/",
  "//",
  "/*",
  "*/",
  "\n",
  "\u2028",
  "0",
  "1n",
  "...",
  ",",
  ";",
  "!",
  "@",
  "#",
  "\\u0061",
  "\\",
  "null",
  "undefined",
  "new",
  "return",
  "yield",
  "\u{1f600}"
]

export const formulaTokens = [
  "trace",
  "custom",
  ".",
  "name",
  "a",
  "b",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  '"""',
  'r"',
  'b"',
  "\\",
  "\\u",
  "+",
  "-",
  "*",
  "/",
  "%",
  "==",
  "!=",
  "<",
  "in",
  "&&",
  "||",
  "!",
  "?",
  ":",
  ",",
  "1",
  "1.5",
  "0x",
  "1u",
  "e9",
  "null",
  "true",
  ".map(",
  ".all(",
  ".filter(",
  "has(",
  "cel.bind(",
  "x",
  "size(",
  "dyn(",
  "type(",
  "timestamp(",
  "//",
  "\n",
  "\r",
  "__proto__",
  "constructor",
  "\u{1f600}"
]

const names = fc.constantFrom("a", "b", "row", "total")

const expressions = fc.letrec<{ expression: string; jsx: string; statement: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    names,
    fc.integer({ min: 0 }).map(String),
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom("custom.cost", "props.custom.cost", 'custom["cost"]', "custom?.cost"),
    fc
      .tuple(tie("expression"), tie("expression"), fc.constantFrom("+", "===", "&&", "<", "??"))
      .map(([a, b, op]) => `((${a}) ${op} (${b}))`),
    fc.tuple(tie("expression"), tie("expression"), tie("expression")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    tie("expression").map((a) => `(${a} as unknown as number)`),
    tie("expression").map((a) => `[...[${a}]]`),
    tie("expression")
      .map((a) => `{ key: ${a} }.key`)
      .map((a) => `(${a})`),
    tie("expression").map((a) => `\`text \${${a}}\``),
    fc.tuple(names, tie("expression")).map(([name, a]) => `((${name}: number): unknown => ${a})`),
    fc.tuple(names, tie("statement")).map(([name, body]) => `(async (${name} = 1) => { ${body} })`),
    tie("jsx")
  ),
  jsx: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("<br />", "<></>", "<View.Cell<string> wide />"),
    fc.tuple(tie("expression"), tie("jsx")).map(([a, child]) => `<div title={${a}}>text &amp; {${a}}${child}</div>`),
    tie("jsx").map((child) => `<>${child}</>`)
  ),
  statement: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("expression").map((a) => `return (${a});`),
    tie("expression").map((a) => `void (${a});`),
    fc.tuple(tie("expression"), tie("statement")).map(([a, body]) => `if (${a}) { ${body} }`),
    fc.tuple(tie("expression"), tie("statement")).map(([a, body]) => `for (const item of [${a}]) { ${body} }`),
    fc
      .tuple(tie("expression"), tie("statement"))
      .map(([a, body]) => `{ const inner: Array<number> = (${a}) as never; ${body} }`)
  )
}))

/** Modules that are right: they parse, export a component, import what they may and use `custom.cost` alone. */
export const modules: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", 'import { memo } from "react"\n', 'import type { FC } from "react"\r\n'),
    fc.array(expressions.statement, { maxLength: 3 }),
    fc.constantFrom(
      (body: string) => `export default function View(props: any) { ${body} }`,
      (body: string) => `export default memo(({ custom }: any) => { ${body} })`,
      (body: string) => `const View = (props: any) => { ${body} }\nexport { View as default }`
    )
  )
  .map(([head, statements, wrap]) => head + wrap(statements.join("\n")))

export type CelType = "string" | "number" | "boolean" | "timestamp" | "duration"

/** Formulas that are right, by the type of their value, over `trace` and the aliases `string`, `number`, …. */
export const formulas = fc.letrec<Record<CelType, string>>((tie) => {
  const typed = (type: CelType, ...others: ReadonlyArray<fc.Arbitrary<string>>) =>
    fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(`custom.${type}`, `custom["${type}"]`),
      fc.tuple(tie("boolean"), tie(type), tie(type)).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(tie(type), tie(type)).map(([a, b]) => `cel.bind(x, ${a}, [x, ${b}][0])`),
      ...others
    )
  const binary = (left: CelType, right: CelType, ...operators: ReadonlyArray<string>) =>
    fc.tuple(tie(left), tie(right), fc.constantFrom(...operators)).map(([a, b, operator]) => `(${a} ${operator} ${b})`)
  return {
    string: typed(
      "string",
      fc.constantFrom("trace.name", "trace.attributes.model", "string(trace.cost)"),
      fc.string().map((text) => JSON.stringify(text)),
      binary("string", "string", "+")
    ),
    number: typed(
      "number",
      fc.constantFrom("trace.durationMs", "1.5", "double(7)", "trace.scores.quality"),
      binary("number", "number", "+", "-", "*", "/"),
      tie("number").map((a) => `(2 * ${a})`),
      tie("number").map((a) => `(-${a})`)
    ),
    boolean: typed(
      "boolean",
      fc.constantFrom("true", "(trace.endedAt == null)", "has(trace.input.a)"),
      binary("boolean", "boolean", "&&", "||", "=="),
      binary("number", "number", "<", ">=", "==", "!="),
      binary("string", "string", "<", "==", "!="),
      binary("timestamp", "timestamp", "<", "=="),
      tie("boolean").map((a) => `!${a}`),
      tie("boolean").map((a) => `trace.tags.exists(tag, tag == "a" && ${a})`),
      tie("number").map((a) => `[1.5, ${a}].all(x, x > 0)`)
    ),
    timestamp: typed("timestamp", fc.constant("trace.startedAt"), binary("timestamp", "duration", "+", "-")),
    duration: typed(
      "duration",
      fc.constant('duration("1s")'),
      binary("timestamp", "timestamp", "-"),
      binary("duration", "duration", "+")
    )
  }
})
