import type { Finding } from "../model.ts"
import type { Aliases } from "../references.ts"
import { positionsIn } from "../text.ts"
import type { Checked } from "../usage.ts"
import { aliasCollector } from "./aliases.ts"
import { defaultExportFault } from "./component.ts"
import { forbiddenImport } from "./imports.ts"
import { type Fault, parse } from "./parse.ts"
import { walk } from "./walk.ts"

/** Parses a page view's code and looks at its default export, its imports and its uses of `custom`. It is never run. */
export const checkCode = (code: string, aliases: Aliases, allowedImports: ReadonlySet<string>): Checked => {
  const positionAt = positionsIn(code)
  const failed =
    (findingCode: Finding["code"]) =>
    ({ message, offset }: Fault): Finding => ({
      severity: "error",
      code: findingCode,
      message,
      path: "/source/code",
      ...(offset === undefined ? {} : { position: positionAt(offset) })
    })

  const { program, faults } = parse(code)
  const syntax = faults.map(failed("SYNTAX_ERROR"))
  if (program === undefined) return { findings: syntax, usage: { names: new Set(), open: true } }

  const missing = defaultExportFault(program)
  const imports: Array<Fault> = []
  const { visit, collected } = aliasCollector()
  for (const statement of program.body) {
    walk(statement, (node, place) => {
      const fault = forbiddenImport(node, allowedImports)
      if (fault !== undefined) imports.push(fault)
      visit(node, place)
    })
  }
  const { certain, names, open } = collected()
  const unknown = certain
    .filter(({ alias }) => !aliases.has(alias))
    .map(({ alias, offset }) => ({ message: `No reference has the alias ${alias}.`, offset }))
  return {
    findings: [
      ...syntax,
      ...(missing === undefined ? [] : [failed("NO_DEFAULT_EXPORT")(missing)]),
      ...imports.map(failed("IMPORT_NOT_ALLOWED")),
      ...unknown.map(failed("UNKNOWN_ALIAS"))
    ],
    // Code that was only partly understood may use more than was seen.
    usage: { names, open: open || syntax.length > 0 }
  }
}
