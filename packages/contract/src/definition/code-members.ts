import * as SchemaAST from "effect/SchemaAST"
import type { Kind } from "./kind.ts"

/** A text of a definition that is code: programs that keep definitions in files keep it in one of its own. */
export interface CodeMember {
  /** The keys that lead there: `["source", "code"]`. */
  readonly path: ReadonlyArray<string>
  /** What the name of its file ends in, without the dot: `tsx`. */
  readonly extension: string
}

/** Annotates a text that is code with what the name of a file of it ends in: 1 to 16 lower-case letters or digits, not `json`. */
export const codeIn = (extension: string): { readonly fileExtension: string } => ({ fileExtension: extension })

const extensionOf = SchemaAST.resolveAt<unknown>("fileExtension")

const membersIn = (ast: SchemaAST.AST, path: ReadonlyArray<string>): ReadonlyArray<CodeMember> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => membersIn(type, path))
  if (SchemaAST.isObjects(ast)) {
    return ast.propertySignatures.flatMap(({ name, type }) => membersIn(type, [...path, String(name)]))
  }
  const extension = extensionOf(ast)
  return typeof extension === "string" ? [{ path, extension }] : []
}

/**
 * The texts of a kind's source and settings that `codeIn` annotates, each once.
 *
 * @example
 * codeMembers(PageView) // [{ path: ["source", "code"], extension: "tsx" }]
 */
export const codeMembers = ({ source, settings }: Pick<Kind.Any, "source" | "settings">): ReadonlyArray<CodeMember> => {
  const all = [...membersIn(source.ast, ["source"]), ...membersIn(settings.ast, ["settings"])]
  return [...new Map(all.map((member) => [JSON.stringify(member.path), member])).values()]
}
