import { parse, type ParseResult } from "@babel/parser"
import type { QuickJSWASMModule } from "quickjs-emscripten-core"
import type { JavaScript } from "../sandbox/to-javascript.ts"
import type { Fault } from "./protocol.ts"

type Program = ParseResult["program"]
type Language = "javascript" | "typescript"

const maxFaults = 20

/** A place as people count it. */
const placeOf = (place: { readonly line: number; readonly column: number } | null | undefined) =>
  place === null || place === undefined ? {} : { position: { line: place.line, column: place.column + 1 } }

const syntaxError = (error: unknown): Fault => {
  // The engine throws it when the parser's recursion runs out of stack.
  if (error instanceof RangeError) return { code: "SYNTAX_ERROR", message: "The code is nested too deeply." }
  if (!(error instanceof SyntaxError)) return { code: "SYNTAX_ERROR", message: "The code can't be read." }
  const place = "loc" in error ? (error.loc as { readonly line: number; readonly column: number }) : undefined
  return { code: "SYNTAX_ERROR", message: error.message.replace(/ \(\d+:\d+\)$/u, ""), ...placeOf(place) }
}

const parsed = (code: string, language: Language): { readonly program?: Program; readonly faults: Array<Fault> } => {
  try {
    const file = parse(code, {
      sourceType: "module",
      plugins: language === "typescript" ? ["typescript"] : [],
      errorRecovery: true,
      attachComment: false
    })
    return { program: file.program, faults: (file.errors ?? []).slice(0, maxFaults).map(syntaxError) }
  } catch (error) {
    return { faults: [syntaxError(error)] }
  }
}

const isTypeOnly = (statement: Program["body"][number]) =>
  ("importKind" in statement && statement.importKind === "type") ||
  ("exportKind" in statement && statement.exportKind === "type")

const importsOf = ({ body }: Program): Array<Fault> =>
  body
    .filter((statement) => "source" in statement && statement.source && !isTypeOnly(statement))
    .slice(0, maxFaults)
    .map(({ loc }) => ({
      code: "IMPORT_NOT_ALLOWED",
      message: "A scorer imports nothing: put what it needs into its code.",
      ...placeOf(loc?.start)
    }))

const hasDefault = ({ body }: Program): boolean =>
  body.some(
    (statement) =>
      statement.type === "ExportDefaultDeclaration" ||
      (statement.type === "ExportNamedDeclaration" &&
        statement.specifiers.some(
          ({ exported }) => (exported.type === "Identifier" ? exported.name : exported.value) === "default"
        ))
  )

/** A module that there is none of: what imports it is read whole, and none of it is run. */
const nowhere = "nowhere"

/** What the engine itself does not take, which can be less than what the parser does. */
const compileFault = (quickjs: QuickJSWASMModule, code: string): Array<Fault> => {
  const context = quickjs.newContext()
  try {
    const { error } = context.evalCode(`${code}\nimport ${JSON.stringify(nowhere)}`, "scorer.js", { type: "module" })
    const { name, message, stack } = (error === undefined ? {} : context.dump(error)) as Readonly<
      Record<string, unknown>
    >
    error?.dispose()
    if (name !== "SyntaxError") return []
    const [, line, column] = /:(\d+):(\d+)/u.exec(String(stack)) ?? []
    return [
      {
        code: "SYNTAX_ERROR",
        message: String(message),
        ...(line === undefined ? {} : { position: { line: Number(line), column: Number(column) } })
      }
    ]
  } finally {
    context.dispose()
  }
}

/** Looks at the code of a scorer, and runs none of it. */
export const checkCode = (
  quickjs: QuickJSWASMModule,
  javascript: JavaScript,
  { code, language }: { readonly code: string; readonly language: Language }
): ReadonlyArray<Fault> => {
  const { program, faults } = parsed(code, language)
  if (program === undefined || faults.length > 0) return faults
  const found = importsOf(program)
  if (!hasDefault(program)) {
    found.push({ code: "NO_DEFAULT_EXPORT", message: "Export a function as the default: it is what scores." })
  }
  if (found.length > 0) return found
  if ("code" in javascript) return compileFault(quickjs, javascript.code)
  return [{ code: javascript.unsupported ? "NOT_ERASABLE" : "SYNTAX_ERROR", message: javascript.wrong }]
}
