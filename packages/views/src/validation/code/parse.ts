import { parse as parseModule } from "@babel/parser"
import type { Program } from "./ast.ts"

/** Something that is wrong with code, and where. */
export interface Fault {
  readonly message: string
  readonly offset?: number
}

export interface Parsed {
  /** Absent where the code is so broken that no tree could be made. */
  readonly program?: Program
  readonly faults: ReadonlyArray<Fault>
}

/** How many syntax errors of one module are told; one mistake can cause thousands. */
const maxFaults = 20

/** Parses a TSX module. It is never run. */
export const parse = (code: string): Parsed => {
  try {
    const file = parseModule(code, {
      sourceType: "module",
      plugins: ["typescript", "jsx"],
      errorRecovery: true,
      attachComment: false
    })
    return { program: file.program, faults: (file.errors ?? []).slice(0, maxFaults).map(faultOf) }
  } catch (error) {
    return { faults: [faultOf(error)] }
  }
}

const faultOf = (error: unknown): Fault => {
  // The engine throws it when the parser's recursion runs out of stack.
  if (error instanceof RangeError) return { message: "The code is nested too deeply." }
  if (!(error instanceof SyntaxError)) return { message: "The code can't be read." }
  const message = error.message.replace(/ \(\d+:\d+\)$/u, "")
  return "pos" in error && typeof error.pos === "number" ? { message, offset: error.pos } : { message }
}
