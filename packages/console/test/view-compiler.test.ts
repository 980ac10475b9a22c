import { readFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { analyse } from "@agent-operations/views/validation"
import { Effect, References } from "effect"
import { assert, describe, it } from "vitest"
import { compile } from "../src/content/sandbox/compile.ts"
import { ViewCompiler, type ViewCompilerOptions } from "../src/index.ts"

const issuesOf = (code: string) =>
  analyse(
    {
      root: {
        kind: "page_view",
        id: null,
        revision: null,
        source: { type: "react", code },
        settings: { target: "traces" },
        references: {}
      },
      nodes: []
    },
    { allowedImports: ["react"] }
  ).issues

/** What validation takes, one of each syntax that it has a case for. */
const right = [
  `import { useMemo, type ReactNode } from "react"
   import type { FC } from "react"
   interface Row { id: string }
   enum Order { Asc, Desc }
   const first = <T,>(items: ReadonlyArray<T>): T | undefined => items[0]
   const Cell: FC<{ children: ReactNode }> = ({ children }) => <td>{children}</td>
   export default function View({ rows }: { rows: Array<Row> }) {
     const top = useMemo(() => first<Row>(rows)!, [rows])
     return <tr key={top?.id ?? ""}><Cell>{(top as Row).id satisfies string}</Cell></tr>
   }`,
  "export default function View() {}",
  "export default function () {}",
  "export default class View {}",
  "export default abstract class View {}",
  "export default async () => null",
  "export default memo(View)",
  "export default styled.div`a`",
  "export default cond ? A : B",
  "const View = () => null; export { View as default }",
  'const View = () => null; export { View as "default" }',
  'export { View as default } from "react"',
  'export { default } from "react"',
  "interface View {} const View = () => 1; export default View",
  'import { View } from "react"; interface View {} export default View',
  'import React, * as All from "react"; export default () => <All.Fragment>{React.version}</All.Fragment>',
  'import react = require("react"); export default react.View',
  'const react = require("react"); export default react.View',
  'const react = await import("react"); export default () => react.createElement("a")',
  'export * from "react"; export default () => null',
  'export * as react from "react"; export default () => null',
  "export default () => import.meta.url",
  "export default () => <a:b c:d='1'>{...[1]}</a:b>",
  "namespace A { export const b = 1 }\nexport default () => A.b",
  "declare namespace A {}\nconst enum B { C }\nexport default () => B.C",
  "class A { declare b: string; readonly #c = 1; constructor(private d: string) {} static { this.e = 1 } }\nexport default A",
  "const require = 1, module = 2, exports = 3, defineView = 4\nexport default () => require + module + exports",
  "export import A = B.C\nexport default A",
  "using a = b\nexport default () => null",
  "export default () => <p>{`\\u2028`}é😀&amp;</p>"
]

const within = <A>(options: ViewCompilerOptions, use: (compiler: ViewCompiler["Service"]) => Effect.Effect<A>) =>
  ViewCompiler.use(use).pipe(
    Effect.provide(ViewCompiler.layer(options)),
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.runPromise
  )

const readme = readFileSync(new URL("../src/content/sandbox/README.md", import.meta.url), "utf8")
const documented = [...readme.matchAll(/^```jsx\n(.*?)^```$/gms)].map(([, code]) => code!)

describe("compiling a page view", () => {
  it("has documented ones to compile", () => assert.isNotEmpty(documented))

  it.each([...right, ...documented])("takes what validation takes: %s", (code) => {
    assert.deepEqual(issuesOf(code), [])
    assert.strictEqual(compile(code).type, "compiled")
  })

  it.each(["export default () => <a></b>", "let a; let a", "export default () => 1 +", "export = <"])(
    "refuses what validation refuses, at the same place: %s",
    (code) => {
      const [issue] = issuesOf(code)
      assert.deepInclude(compile(code), { type: "refused", ...issue!.position })
    }
  )

  it("says that code is nested too deeply or takes too long, and goes on", async () => {
    const deep = `x = ${"(".repeat(50_000)}1${")".repeat(50_000)}`
    const slow = "f<a>(".repeat(60)
    const answers = await within({ deadline: "2 seconds" }, ({ compile }) =>
      Effect.forEach([deep, slow, "export default () => null"], compile)
    )
    assert.deepEqual(
      answers.map((answer) => (answer.type === "refused" ? answer.message : answer.type)),
      ["The code is nested too deeply.", "The code takes more than 2 seconds to compile. Make it simpler.", "compiled"]
    )
  })

  it("keeps what was compiled", async () => {
    const code = "export default () => null"
    const [first, second] = await within({}, ({ compile }) => Effect.forEach([code, code], compile))
    assert.strictEqual(first, second)
  })

  it("says what to install where there is no compiler", async () => {
    const worker: ViewCompilerOptions["worker"] = (options) =>
      new Worker('throw new Error("no @babel/core")', { ...options, eval: true })
    const answer = await within({ worker }, ({ compile }) => compile("export default () => null"))
    assert.include(answer.type === "refused" ? answer.message : "", "installs @babel/core and its plugins")
  })
})
