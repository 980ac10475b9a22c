import { type PluginItem, transformSync, types } from "@babel/core"
import dynamicImport from "@babel/plugin-transform-dynamic-import"
import exportNamespace from "@babel/plugin-transform-export-namespace-from"
import commonJs from "@babel/plugin-transform-modules-commonjs"
import jsx from "@babel/plugin-transform-react-jsx"
import typescript from "@babel/plugin-transform-typescript"

/** A module as a browser runs it, or why there is none. Lines and columns count from 1. */
export type Compiled =
  | {
      readonly type: "compiled"
      /** The body of an asynchronous function of `require`, `module` and `exports`. */
      readonly code: string
      /** Where its lines come from: the `mappings` of a source map. */
      readonly mappings: string
    }
  | {
      readonly type: "refused"
      readonly message: string
      readonly line?: number
      readonly column?: number
    }

/** What is compiled may grow, but no more than a page has room for, in characters. */
const maxCompiled = 600_000

/** What a path of the tree is, as far as it is asked for here. */
interface Path<N> {
  readonly node: N
  readonly replaceWith: (node: object) => void
}

/** What the parser takes and the plugins do not. */
const remaining = () => ({
  name: "remaining-syntax",
  visitor: {
    // A function has no `import.meta`, and there is nothing that it could tell.
    MetaProperty(path: Path<types.MetaProperty>) {
      if (path.node.meta.name === "import") path.replaceWith(types.objectExpression([]))
    },
    // `<a>{...items}</a>`, which TypeScript has and React has not.
    JSXSpreadChild(path: Path<types.JSXSpreadChild>) {
      const items = types.arrayExpression([types.spreadElement(path.node.expression)])
      path.replaceWith(types.jsxExpressionContainer(items))
    }
  }
})

const plugins: Array<PluginItem> = [
  remaining,
  [typescript, { isTSX: true, allExtensions: true }],
  [jsx, { runtime: "automatic", throwIfNamespace: false }],
  exportNamespace,
  dynamicImport,
  [commonJs, { importInterop: "babel" }]
]

const refusal = (error: unknown): Compiled => {
  // The engine throws it when the compiler's recursion runs out of stack.
  if (error instanceof RangeError) return { type: "refused", message: "The code is nested too deeply." }
  const { message, loc } = error as { readonly message: string; readonly loc?: { line: number; column: number } }
  const [first = ""] = message.split("\n")
  return {
    type: "refused",
    message: first
      .replace(/^\S*view\.tsx: /, "")
      .replace(/ \(\d+:\d+\)$/, "")
      .slice(0, 400),
    ...(loc !== undefined && { line: loc.line, column: loc.column + 1 })
  }
}

/**
 * Compiles the TSX module of a page view. It is not run. What validation finds right compiles: both read it with the same
 * parser.
 *
 * @example
 * compile("export default () => <b>1</b>") // { type: "compiled", code: "…", mappings: "…" }
 */
export const compile = (code: string): Compiled => {
  try {
    const made = transformSync(code, {
      filename: "/view.tsx",
      configFile: false,
      babelrc: false,
      browserslistConfigFile: false,
      highlightCode: false,
      sourceType: "module",
      parserOpts: { plugins: ["typescript", "jsx"] },
      plugins,
      comments: false,
      compact: false,
      sourceMaps: true
    })
    const [text, mappings] = [made?.code ?? "", made?.map?.mappings ?? ""]
    return text.length + mappings.length > maxCompiled
      ? { type: "refused", message: `The compiled component has more than ${maxCompiled} characters.` }
      : { type: "compiled", code: text, mappings }
  } catch (error) {
    return refusal(error)
  }
}
