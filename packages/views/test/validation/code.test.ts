import { describe, expect, it } from "vitest"
import { codeView, customField, found, graphOf, marked } from "./graphs.ts"

const issuesOf = (code: string, ...aliases: ReadonlyArray<string>) =>
  found(graphOf(codeView(code, ...aliases), ...aliases.map((alias) => customField(alias))))

const component = (body: string) => `export default function View(props) { ${body} }`

describe("V2: code has to parse", () => {
  it.each([
    "export default () => <div>‸",
    "export default () => 1 +‸",
    "\n\n  let ‸let = 1\nexport default () => 1",
    "const a = 1\r\nconst ‸a = 2\r\nexport default () => a",
    "export default () => '\u2028' +\u2028 ‸08"
  ])("%j", (code) => {
    const { text, at } = marked(code)
    expect(issuesOf(text)[0]).toBe(`SYNTAX_ERROR /source/code${at}`)
  })

  it("tells at most 20 syntax errors of a module", () => {
    expect(issuesOf(`export default () => 1\n${"let a;\n".repeat(100)}`)).toHaveLength(20)
  })

  it("accepts TypeScript with JSX", () => {
    const code = `
      import { useMemo, type ReactNode } from "react"
      import type { FC } from "react"
      interface Row { id: string; custom?: { cost: number } }
      enum Order { Asc, Desc }
      const first = <T,>(items: ReadonlyArray<T>): T | undefined => items[0]
      const Cell: FC<{ children: ReactNode }> = ({ children }) => <td>{children}</td>
      export default function View({ rows }: { rows: Array<Row> }) {
        const top = useMemo(() => first<Row>(rows)!, [rows])
        return <tr key={top?.id ?? ""}><Cell>{(top as Row).id satisfies string}</Cell></tr>
      }`
    expect(issuesOf(code)).toEqual([])
  })
})

describe("V2: the default export has to be a component", () => {
  it.each([
    "export default function View() {}",
    "export default function () {}",
    "export default class View {}",
    "export default abstract class View {}",
    "export default () => null",
    "export default async () => null",
    "export default memo(View)",
    "export default styled.div`a`",
    "export default Views.Main",
    "export default cond ? A : B",
    "const View = () => null; export default View",
    "const View = () => null; export default View as any",
    "const View = () => null; export { View as default }",
    'const View = () => null; export { View as "default" }',
    "const A = B, B = () => 1; export default A",
    "let View = 1; export default View",
    "function View() {} export default View",
    'import { View } from "react"; export default View',
    'export { View as default } from "react"',
    'export { default } from "react"',
    "interface View {} const View = () => 1; export default View",
    "interface View {} function View() {} export default View",
    "interface View {} let View = wrap(); export default View",
    'import { View } from "react"; interface View {} export default View',
    "export default Elsewhere"
  ])("accepted: %s", (code) => {
    expect(issuesOf(code)).toEqual([])
  })

  it.each([
    "",
    "const View = () => null",
    "export const View = () => null",
    "export = View",
    "export default interface View {}",
    "export default function View(): void;",
    "interface View {} export type { View as default }",
    "interface View {} export { type View as default }",
    'export * as default from "react"',
    "export default ‸42",
    'export default ‸"View"',
    "export default ‸`View`",
    "export default ‸null",
    "export default ‸undefined",
    "export default ‸{ View }",
    "export default ‸[View]",
    "export default ‸<View />",
    "export default (‸<View /> as any)",
    "export default ‸!View",
    "export default ‸a + b",
    "const a = 1\nexport default ‸a",
    "const a = b, b = a\nexport default ‸a",
    "const a = 1\nexport { ‸a as default }",
    "interface View {}\nexport default ‸View",
    "type View = 1\nexport default ‸View"
  ])("refused: %s", (code) => {
    const { text, at } = marked(code)
    expect(issuesOf(text)).toEqual([`NO_DEFAULT_EXPORT /source/code${at}`])
  })
})

describe("V2: only listed modules may be imported", () => {
  it.each([
    'import ‸"fs"',
    'import fs from ‸"fs"',
    'import * as fs from ‸"node:fs"',
    'import type { A } from ‸"fs"',
    'import { type A } from ‸"fs"',
    'export * from ‸"fs"',
    'export { a } from ‸"fs"',
    'export type { A } from ‸"fs"',
    'import fs = require(‸"fs")',
    'const fs = await import(‸"fs")',
    "import(‸`fs`)",
    "import(‸`f${a}`)",
    "import(‸name)",
    'import(‸"re" + "act")',
    'const f = () => { if (x) { g(import(‸"fs")) } }',
    'type A = import(‸"fs").B',
    'type A = typeof import(‸"fs")',
    'require(‸"fs")',
    'import { jsx } from ‸"react/jsx-runtime"',
    'import React from ‸"React"',
    'import React from ‸"react "',
    'import React from ‸"https://cdn.example/react"'
  ])("refused: %s", (code) => {
    const { text, at } = marked(`${code}\nexport default () => 1`)
    expect(issuesOf(text)).toEqual([`IMPORT_NOT_ALLOWED /source/code${at}`])
  })

  it.each([
    'import React, { useState } from "react"',
    'import type { FC } from "react"',
    'const react = await import("react")',
    "import(`react`)",
    'import react = require("react")',
    'export * from "react"',
    "import react = React.Children",
    'object.require("fs")',
    'const text = \'import "fs"\' // import "fs"'
  ])("accepted: %s", (code) => {
    expect(issuesOf(`${code}\nexport default () => 1`)).toEqual([])
  })

  it("the list is the host's", () => {
    const graph = graphOf(codeView('import "react"\nimport "recharts"\nexport default () => 1'))
    expect(found(graph, { allowedImports: ["recharts"] })).toEqual(["IMPORT_NOT_ALLOWED /source/code 1:8"])
    expect(found(graph, { allowedImports: [] })).toHaveLength(2)
    expect(found(graph, { allowedImports: ["react", "recharts"] })).toEqual([])
  })
})

describe("V2: custom.<alias> has to be one of the references", () => {
  it.each([
    "return custom.‸b",
    "return custom?.‸b",
    "return custom!.‸b",
    "return (custom as any).‸b",
    'return custom[‸"b"]',
    "return custom[‸`b`]",
    "return props.custom.‸b",
    "return this.props.custom.‸b",
    'return props["custom"].‸b',
    "const { ‸b } = custom",
    "const { ‸b: c = 1 } = props.custom",
    "let b; ({ ‸b } = custom)",
    "const { custom: { ‸b } } = props",
    "const { custom } = props; return custom.‸b",
    "const custom = props.custom; return custom.‸b",
    "return <custom.‸b />",
    "return custom.‸constructor",
    "return <a>{rows.map(() => custom.‸b)}</a>"
  ])("unknown: %s", (body) => {
    const { text, at } = marked(component(body))
    expect(issuesOf(text)).toEqual([`UNKNOWN_ALIAS /source/code${at}`])
  })

  it.each([
    "export default ({ custom: { ‸b } }) => b",
    "export default ({ custom: { ‸b } = {} }) => b",
    "export default ({ custom: { ‸b } } = {}) => b",
    "export default ({ custom }) => custom.‸b",
    "export default class { render({ custom = {} }) { return custom.‸b } }"
  ])("unknown: %s", (code) => {
    const { text, at } = marked(code)
    expect(issuesOf(text)).toEqual([`UNKNOWN_ALIAS /source/code${at}`])
  })

  it.each([
    "const [custom, setCustom] = useState({}); return custom.b",
    "const custom = useCustom(); return custom.b",
    "return rows.map((custom) => custom.b)",
    "const { custom } = theme; return custom.b",
    "const custom = theme.custom; return custom.b",
    "function custom() {} return custom.b",
    "return theme.custom.b",
    "const { custom: { b } } = theme; return b",
    'type T = { custom: { b: string } }; const x: T["custom"] = y; return x.b',
    "return { custom: 1 }.b",
    "return a.custom = 1",
    "custom: for (;;) break custom"
  ])("another custom: %s", (body) => {
    expect(issuesOf(component(body))).toEqual([])
  })

  it("custom.<alias> of a page view's reference is not refused, whatever it is", () => {
    expect(issuesOf(component("return custom.constructor"), "constructor")).toEqual([])
  })
})

describe("V3: an unused reference is told only where it is sure to be unused", () => {
  it.each([
    "return 1",
    "return custom.b",
    "return { a: 1 }",
    "const a = 1; return <a>{a}</a>",
    "type T = typeof custom; return 1",
    "type T = { custom: 1 }; return 1"
  ])("told: %s", (body) => {
    expect(issuesOf(component(body), "a", "b")).toContain("UNUSED_REFERENCE /references/a")
  })

  it.each([
    "return custom.a",
    "return row.custom.a",
    "return <custom.a />",
    "const { a } = custom",
    "const { a: b } = props.custom",
    "const { custom: { a } } = anything",
    "const [custom] = useState(); return custom.a",
    "return custom[name]",
    "return props.custom[name]",
    "return <Child custom={custom} />",
    "return <Child {...props.custom} />",
    "return Object.keys(custom)",
    "return { custom }",
    "return f(props.custom)",
    "const { ...rest } = custom",
    "const { b, ...rest } = props.custom",
    "const { [name]: b } = custom",
    "const { custom: c } = props; return c.a",
    "const c = custom; return c.a",
    "const c = props.custom; return c.a",
    "const { custom: { ...rest } } = props",
    "return custom.b)" // does not parse
  ])("not told: %s", (body) => {
    expect(issuesOf(component(body), "a")).not.toContain("UNUSED_REFERENCE /references/a")
  })

  it("not told of an alias that settings name", () => {
    const graph = (settings: object) =>
      graphOf(
        { ...codeView(component("return 1"), "a"), settings: { target: "traces", ...settings } },
        customField("a")
      )
    expect(found(graph({}))).toEqual(["UNUSED_REFERENCE /references/a"])
    expect(found(graph({ columns: [{ field: "custom.a" }] }))).toEqual([])
    expect(found(graph({ filters: [{ field: "custom.a", operator: "exists" }] }))).toEqual([])
    expect(found(graph({ sort: [{ field: "custom.a", direction: "asc" }] }))).toEqual([])
    expect(found(graph({ groupBy: "custom.a" }))).toEqual([])
    expect(found(graph({ extra: { chart: [{ y: "custom.a" }] } }))).toEqual([])
    expect(found(graph({ extra: { chart: [{ y: "a" }] } }))).toEqual([])
    expect(found(graph({ extra: { a: 1 } }))).toEqual(["UNUSED_REFERENCE /references/a"])
  })
})
