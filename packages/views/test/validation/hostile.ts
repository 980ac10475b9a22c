/** What a module or a formula may weigh. Source: the wire, "A definition". */
export const maxCode = 256 * 1024
export const maxFormula = 8 * 1024

/** `open … open middle close … close`, as deep as the size allows. */
const nest =
  (size: number) =>
  (open: string, middle = "", close = ""): string => {
    const depth = Math.floor((size - middle.length) / (open.length + close.length))
    return open.repeat(depth) + middle + close.repeat(depth)
  }

/** Pieces made by number, as many as the size allows. */
const pieces =
  (size: number) =>
  (piece: (index: number) => string): string => {
    const made: Array<string> = []
    for (let length = 0; length < size; length += made.at(-1)?.length ?? size) made.push(piece(made.length))
    return made.slice(0, -1).join("")
  }

const code = nest(maxCode - 64)
const many = pieces(maxCode - 64)

/** Modules of 256 KiB, each of one thing a parser may be slow at, or recurse on. */
export const modules: Readonly<Record<string, string>> = {
  "nested parentheses": code("(", "1", ")"),
  "open parentheses": code("("),
  "nested arrays": code("[", "", "]"),
  "nested objects": `x = ${code("{a:", "1", "}")}`,
  "nested blocks": code("{", "", "}"),
  "nested functions": code("function f(){", "", "}"),
  "nested classes": `x = ${code("class{a=", "1", "}")}`,
  "nested conditions": code("if(a)", "b"),
  "nested templates": code("`${", "1", "}`"),
  "open templates": code("`${"),
  "nested JSX": code("<a>", "", "</a>"),
  "open JSX": code("<a>"),
  "JSX in expressions": `x = ${code("<a>{", "1", "}</a>")}`,
  "JSX in attributes": `x = ${code("<a b={", "1", "}/>")}`,
  "many JSX children": `x = <>${code("<a/>")}</>`,
  "JSX entities": `x = <a>${code("&amp;")}</a>`,
  "nested generics": `let x: ${code("A<", "B", ">")}`,
  "open generics": `let x: ${code("A<")}`,
  "generic arrows": code("<T,>(a=", "1", ")=>1"),
  "type arguments or less than": `a${code("<b")}`,
  "open type arguments": code("a<b<"),
  shifts: `a${code("<<b")}`,
  "arrow chains": code("a=>", "1"),
  "arrows with types": code("(a):b=>", "1"),
  "arrows as defaults": code("(a=", "1", ")=>1"),
  "arrows in conditionals": code("a?(b):c=>", "d"),
  conditionals: code("a?", "b", ":c"),
  "a huge union": `type T = ${code("|A")}`,
  "a huge union of literals": `type T = ${code('|"a"')}`,
  "nested conditional types": `type T = ${code("A extends infer U extends B?C:", "D")}`,
  "nested function types": `type T = ${code("(a:", "x", ")=>void")}`,
  "mapped types": `type T = ${code("{[K in ", "A", "]:1}")}`,
  "regular expressions": code("/a/;"),
  "a nested regular expression": `/${code("(", "a", ")")}/`,
  "a long regular expression": `/${code("a*")}/`,
  "a long string": `"${code("a")}"`,
  "a long name": code("a"),
  "a long number": code("1"),
  "escaped names": code("\\u0061"),
  comments: code("/**/"),
  "line comments": code("//\n"),
  lines: code("\n"),
  members: `a${code(".a")}`,
  calls: `a${code("()")}`,
  sums: code("1+", "1"),
  negations: code("!", "1"),
  sequences: code("1,", "1"),
  assignments: code("a=", "1"),
  patterns: `let ${code("[", "a", "]")} = 1`,
  labels: many((index) => `a${index}:`),
  declarations: many((index) => `let a${index};`),
  "declarations of one name": code("let a;"),
  "functions of one name": code("function a(){}"),
  "exports of unknown names": many((index) => `export{a${index}};`),
  imports: many((index) => `import a${index} from "b${index}";`),
  "dynamic imports": code("import(", "a", ")"),
  "private names": `class A{${many((index) => `#a${index};`)}}`,
  "syntax errors": code("0777;"),
  "uses of custom": code("custom.a;"),
  "the end of a surrogate pair": code("\udc00"),
  NUL: code("\0")
}

/** Small modules that take the parser a time that doubles with every further level. */
export const exponential: Readonly<Record<string, string>> = {
  "open calls with type arguments": "f<a>(".repeat(60),
  "open optional calls": "a?.<b>(".repeat(60),
  "tagged templates": "a<b>`${".repeat(60),
  "generic async arrows": `${"async<T>(a=".repeat(60)}1${")".repeat(60)}`,
  "256 KiB of calls": code("f<a>(")
}

/** A module that takes the parser hundreds of megabytes. */
export const hungry = code("a:", "b")

const text = nest(maxFormula)
const bound = (depth: number, open: string, middle: string, close: string) =>
  open.repeat(depth) + middle + close.repeat(depth)
const terms = (term: string, operator: string) =>
  Array.from({ length: Math.floor(maxFormula / (term.length + operator.length)) }, () => term).join(operator)

/** Each variable a map whose keys and values are the one before: 2^n nodes of type. */
const doubling = (levels: number, body = `v${levels}`) =>
  [
    "cel.bind(v0,1,",
    ...Array.from({ length: levels }, (_, level) => `cel.bind(v${level + 1},{v${level}:v${level}},`)
  ].reduceRight((inner, outer) => `${outer}${inner})`, body)

/** Formulas of up to 8 KiB, each of one thing a type-checker may be slow at, or recurse on. */
export const formulas: Readonly<Record<string, string>> = {
  parentheses: text("(", "1", ")"),
  "parentheses, as deep as may be": bound(99, "(", "1", ")"),
  lists: text("[", "1", "]"),
  "lists, as deep as may be": bound(98, "[", "1", "]"),
  maps: text("{", "1", ":1}"),
  "maps, as deep as may be": bound(98, "{1:", "1", "}"),
  "maps as keys": doubling(22),
  "maps as keys, as many as may be": doubling(8),
  "lists of such maps": doubling(
    8,
    `[${Array.from({ length: 250 }, (_, index) => bound(index % 12, "[", "v8", "]")).join(",")}]`
  ),
  negations: text("!", "true"),
  signs: text("-", "1"),
  sums: terms("1", "+"),
  conjunctions: terms("true", "&&"),
  comparisons: terms("trace.cost==1", "||"),
  "unknown fields": terms("trace.a", "+"),
  "unknown aliases": terms("custom.a", "+"),
  conditionals: text("true?1:", "1"),
  "conditionals, as deep as may be": bound(98, "true?1:", "1", ""),
  members: `trace${nest(maxFormula - 8)(".a")}`,
  indexes: bound(49, "[[1]][", "0", "][0]"),
  "all in all": bound(49, "[1].all(x,", "true", ")"),
  "map in map": bound(49, "[1].map(x,", "x", ")"),
  "lists in map in map": bound(49, "[1].map(x,[x,", "x", "])"),
  "filter in filter": bound(49, "[1].filter(x,", "true", ")"),
  "map after map": `[1]${".map(x,[x])".repeat(97)}`,
  "bind in bind": bound(49, "cel.bind(x,[1],", "x", ")"),
  has: bound(99, "has(", "trace.a", ")"),
  dyn: bound(99, "dyn(", "1", ")"),
  "unknown functions": bound(98, "f(", "", ")"),
  "a list of 999": `[${Array(999).fill("1").join(",")}]`,
  "a list of 4,000": `[${Array(4_000).fill("1").join(",")}]`,
  "a long string": `"${"a".repeat(maxFormula - 2)}"`,
  escapes: `"${"\\n".repeat(maxFormula / 2 - 1)}"`,
  quotes: '"'.repeat(maxFormula),
  digits: "1".repeat(maxFormula),
  "hexadecimal digits": `0x${"f".repeat(maxFormula - 2)}`,
  comments: `${"//\n".repeat(2_000)}1`,
  "a slow regular expression": `trace.name.matches("${"(a+)+".repeat(1_500)}")`
}
