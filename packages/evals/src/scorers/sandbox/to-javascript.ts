import { stripTypeScriptTypes } from "node:module"

/** How many modules are kept without their types. */
const kept = 64

/** TypeScript whose types are left out, each place kept; or why they can't be. */
export type JavaScript = { readonly code: string } | { readonly wrong: string; readonly unsupported: boolean }

const strip = (code: string): JavaScript => {
  try {
    return { code: stripTypeScriptTypes(code, { mode: "strip" }) }
  } catch (error) {
    const message = error instanceof Error ? error.message : "The code can't be read."
    return {
      wrong: message.replace(/^\s*x?\s*/u, "").slice(0, 500),
      unsupported: error instanceof Error && "code" in error && error.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"
    }
  }
}

/** Leaves types out, once for each of the modules that were last asked for. */
export const makeToJavaScript = (): ((language: "javascript" | "typescript", code: string) => JavaScript) => {
  const known = new Map<string, JavaScript>()
  return (language, code) => {
    if (language === "javascript") return { code }
    const found = known.get(code) ?? strip(code)
    known.delete(code)
    known.set(code, found)
    const oldest = known.keys().next()
    if (known.size > kept && oldest.done !== true) known.delete(oldest.value)
    return found
  }
}
