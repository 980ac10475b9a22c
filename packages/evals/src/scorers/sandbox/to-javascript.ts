import { stripTypeScriptTypes } from "node:module"

/** How many modules are kept without their types. */
const kept = 64

/** TypeScript whose types are left out, each place kept; or why they can't be. */
export type JavaScript = { readonly code: string } | { readonly wrong: string; readonly unsupported: boolean }

const [invalid, unsupported] = ["ERR_INVALID_TYPESCRIPT_SYNTAX", "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"]

const strip = (code: string, broken: () => void): JavaScript => {
  try {
    return { code: stripTypeScriptTypes(code, { mode: "strip" }) }
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : undefined
    if (!(error instanceof Error) || (reason !== invalid && reason !== unsupported)) {
      broken()
      return { wrong: "The code is nested too deeply.", unsupported: false }
    }
    return { wrong: error.message.replace(/^\s*x?\s*/u, "").slice(0, 500), unsupported: reason === unsupported }
  }
}

/**
 * Leaves types out, once for each of the modules that were last asked for. `broken` is called where the compiler ran out of its
 * stack: it can read nothing after that in this thread.
 */
export const makeToJavaScript = (
  broken: () => void = () => {}
): ((language: "javascript" | "typescript", code: string) => JavaScript) => {
  const known = new Map<string, JavaScript>()
  return (language, code) => {
    if (language === "javascript") return { code }
    const found = known.get(code) ?? strip(code, broken)
    known.delete(code)
    known.set(code, found)
    const oldest = known.keys().next()
    if (known.size > kept && oldest.done !== true) known.delete(oldest.value)
    return found
  }
}
