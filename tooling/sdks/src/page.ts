import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Program, root } from "./programs.ts"

const page = readFileSync(join(root, "docs", "sdks.md"), "utf8")

const extensions: Readonly<Record<string, string>> = { ts: "mjs", python: "py" }

/** Writes the programs of docs/sdks.md to where the SDKs are installed: one of each section, called as it is. */
export const writePagePrograms = (directory: string): ReadonlyArray<Program> =>
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section, index): ReadonlyArray<Program> => {
      const [, language = "", code] = /^```(ts|python)\n([\s\S]*?)^```$/m.exec(section) ?? []
      if (code === undefined) return []
      const file = `page-${index}.${extensions[language]}`
      writeFileSync(join(directory, file), code)
      const name = section.slice(0, section.indexOf("\n"))
      return [{ name, file, ...(section.includes("TRACELOOP_HEADERS=") && { headers: "TRACELOOP_HEADERS" as const }) }]
    })
