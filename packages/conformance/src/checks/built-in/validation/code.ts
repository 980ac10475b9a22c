import type { ChecksOf } from "../../per.ts"
import { expect } from "../../../Broken.ts"
import { expectTold, type Mistake } from "./issues.ts"
import { expectValid, ofValidation, react } from "./validating.ts"

const view = "export default () => null"

/** What a module may look like. */
const rightCode: ReadonlyArray<string> = [
  "export default function View() { return <div /> }",
  "export default function () { return null }",
  "export default class View { render() { return null } }",
  "const View = () => null; export default View",
  "const View = () => null\nexport { View as default }",
  "function View() { return null }\nconst other = 1\nexport { other, View as default }",
  'import React from "react"\nexport default React.memo(() => <p>one</p>)',
  "import React, { useState } from 'react'\nexport default function View() { const [a] = useState(0); return <b>{a}</b> }",
  'import * as React from "react"\nexport default () => React.createElement("a")',
  `import "react"\n${view}`,
  `export { useMemo } from "react"\n${view}`,
  'export default () => { void import("react"); return null }',
  'const react = await import("react")\nexport default () => react.createElement("a")',
  `\ufeff${view}\r\n`,
  "interface Row { readonly id: string }\r\n\r\nconst first = <T,>(all: ReadonlyArray<T>): T | undefined => all[0]\r\n" +
    "export default function View({ rows }: { rows: Row[] }) {\r\n\tconst top = first<Row>(rows)!\r\n\treturn <><i key={top?.id ?? ''}>é€😀</i></>\r\n}",
  "enum Order { Up, Down }\ntype Pair<A> = [A, A?]\nexport default ((pair: Pair<Order>) => pair as unknown) satisfies unknown"
]

/** What is no import, though it reads like one. */
const likeImports = (module: string): ReadonlyArray<string> => [
  `// import a from "${module}"\n/* export * from "${module}" */\n${view}`,
  `const text = 'import a from "${module}"' + \`import("${module}")\`\nexport default () => text`,
  `export default () => <p>import a from "{'${module}'}"</p>`,
  `const pattern = /import "${module}"/\nexport default () => pattern`,
  `const loader = { import: (name: string) => name }\nexport default () => loader.import("${module}")`,
  `export default () => { const from = "${module}"; return from }`
]

const syntaxErrors: ReadonlyArray<string> = [
  `)\n${view}`,
  "export default () => <div>",
  "export default () => <div>{</div>",
  "export default () => <a></b>",
  "export default () => 1 +",
  "export default function View( { return null }",
  `const = 1\n${view}`,
  `const text = "one\n${view}`,
  `let let = 1\n${view}`,
  `${view}\n}`,
  `// é😀\r\n\r\n\tconst a: = 1\r\n${view}`,
  `import from from from "react"\n${view}`,
  `/* never closed\n${view}`
]

const withoutDefault: ReadonlyArray<string> = [
  "",
  " \r\n\t",
  "const View = () => null",
  "export const View = () => null",
  "export function View() { return null }",
  "const View = () => null\nexport { View }",
  "// export default View\nexport const View = () => 'export default View'",
  "export const text = `\nexport default () => null\n`",
  'import React from "react"\nexport class View extends React.Component {}'
]

/** Every way to bring a module in, each in one line. */
const importsOf = (module: string): ReadonlyArray<string> => [
  `import "${module}"`,
  `import a from '${module}'`,
  `import { b } from "${module}"`,
  `import { c as d, type E } from "${module}"`,
  `import * as f from "${module}"`,
  `import g, { h } from "${module}"`,
  `export { i } from "${module}"`,
  `export * from "${module}"`,
  `export * as j from "${module}"`,
  `const k = await import("${module}")`,
  `import('${module}').then((all) => all)`,
  `const l = () => { if (true) { return [import("${module}")] } }`,
  `const m = <p onClick={() => import("${module}")}>{1}</p>`,
  `const n = \`\${await import("${module}")}\``,
  `class O { static p = import("${module}") }`
]

/** Modules that are not react, though they look like it. */
const nearly = (word: string): ReadonlyArray<string> => [
  "React",
  ` react-${word}`.trim(),
  `${word}-react`,
  `@${word}/react`,
  `./${word}/react`,
  `../react/${word}.js`,
  `node:${word}`,
  `https://${word}.example/react.js`,
  `data:text/javascript,${word}`
]

/** What is of another length to who counts otherwise, or changed what it was sent: so often that this is far from what is wrong. */
const counted = "😀é\t  e\u0301\u0001&<\\".repeat(80)

/** What stands before a line, so that lines, tabs, bytes, characters and code units are counted apart. */
const before = (eol: string) => ["", "// é😀 \ufeff", "", "/* one\ttwo", "*/", `/* ${counted} */`].join(eol)

const forbidden = (whole: string, wrong: string): Mistake => ({
  what: `${wrong} in ${JSON.stringify(whole.slice(0, 300))}`,
  codes: ["IMPORT_NOT_ALLOWED"],
  paths: ["/source/code", "/source"],
  text: { whole, wrong }
})

const inCode = (code: Mistake["codes"][number], whole: string): Mistake => ({
  what: `the code ${JSON.stringify(whole.slice(0, 300))}`,
  codes: [code],
  paths: ["/source/code", "/source"],
  text: { whole }
})

const maxBytes = 262_144

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

/** Code of the size that code may have, all of it lines of text but for what it ends with. */
const largest = (end: string) => {
  const line = `// ${"😀é".repeat(12)}\n`
  const rest = maxBytes - bytesOf(end)
  const lines = line.repeat(Math.floor(rest / bytesOf(line)))
  return `${lines}${" ".repeat(rest - bytesOf(lines))}${end}`
}

/** What is found in the code of a page view. */
export const ofCode: ReadonlyArray<ChecksOf> = [
  ofValidation(
    "V2",
    ["V2.valid", "V1.run"],
    "code that is right is valid, whatever it is made of, does or reads like, and is not run",
    async ({ validateDraft, word }) => {
      // Whoever runs it is told so by what fails, before it is given what never ends.
      const never = [
        `throw new Error("run")\n${view}`,
        "export default (() => { throw new Error() })()",
        "export default class { static a = missing.member }",
        `await new Promise(() => {})\n${view}`,
        `while (true) {}\n${view}`
      ]
      for (const code of [...rightCode, ...likeImports(word()), ...never, largest(view)])
        expectValid(await validateDraft({ source: react(code) }), `the code ${JSON.stringify(code.slice(0, 300))}`)
    }
  ),

  ofValidation(
    "V2",
    ["validation.SYNTAX_ERROR", "validation.NO_DEFAULT_EXPORT", "validation.path", "V5.position", "V2.error"],
    "code that cannot be parsed is SYNTAX_ERROR, and without a default export NO_DEFAULT_EXPORT",
    async ({ validateDraft }) => {
      for (const code of syntaxErrors)
        expectTold(await validateDraft({ source: react(code) }), [inCode("SYNTAX_ERROR", code)])
      // A byte order mark is a character of its line.
      for (const marked of ["\ufeff)", ")"]) {
        const text = { whole: `${marked}\n${view}`, wrong: ")" }
        expectTold(await validateDraft({ source: react(text.whole) }), [
          { ...inCode("SYNTAX_ERROR", text.whole), text }
        ])
      }
      for (const code of withoutDefault)
        expectTold(await validateDraft({ source: react(code) }), [inCode("NO_DEFAULT_EXPORT", code)])
    }
  ),

  ofValidation(
    "V2",
    ["validation.IMPORT_NOT_ALLOWED", "validation.path", "V2.all", "V2.error", "V5.position"],
    "each import, and each export from, of what is not allowed is told, and where it is",
    async ({ validateDraft, word }) => {
      const module = word()
      const eols = ["\n", "\r\n"]
      for (const [n, line] of importsOf(module).entries()) {
        const eol = eols[n % 2]!
        const code = `${before(eol)}${line}${eol}${view}${eol}`
        expectTold(await validateDraft({ source: react(code) }), [forbidden(code, line)])
      }
      for (const other of nearly(module)) {
        for (const line of [`import "${other}"`, `const one = import("${other}")`]) {
          const code = `${line}\n${view}`
          expectTold(await validateDraft({ source: react(code) }), [forbidden(code, line)])
        }
      }
      for (const eol of eols) {
        const lines = importsOf(module).map((line, n) => line.replace(module, `${module}-${n}`))
        const code = [before(eol), 'import react from "react"', ...lines, view].join(eol)
        const validation = await validateDraft({ source: react(code) })
        const times = validation.issues.filter((issue) => issue.code === "IMPORT_NOT_ALLOWED").length
        expect("V2", times >= lines.length, `of ${lines.length} imports that are not allowed ${times} were told`)
        expectTold(
          validation,
          lines.map((line) => forbidden(code, line))
        )
      }
      const line = `import a from "${module}"`
      const large = largest(`\n${line}\n${view}`)
      expectTold(await validateDraft({ source: react(large) }), [forbidden(large, line)])
    }
  )
]
