import { parse } from "@babel/parser"

interface Source {
  readonly file: string
  readonly text: string
}

export type Node = Readonly<Record<string, unknown>> & { readonly type: string }

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** A node, and all below it. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) yield* within(inner)
  }
}

const isCast = ({ type }: Node) => type === "TSAsExpression" || type === "TSTypeAssertion"

/** A cast of a cast, by which TypeScript takes anything for anything. */
const isDoubleCast = (node: Node) => isCast(node) && isCast(node["expression"] as Node)

/** A replacement of what JSON Pointers escape by. */
const isEscape = ({ type, callee, arguments: given }: Node): boolean => {
  if (type !== "CallExpression") return false
  const { property } = callee as { readonly property?: { readonly name?: string } }
  const [pattern] = given as ReadonlyArray<{ readonly value?: string | number; readonly pattern?: string }>
  return /^replace(All)?$/.test(property?.name ?? "") && String(pattern?.value ?? pattern?.pattern).includes("~")
}

const pointers = "packages/error-envelope/src/pointer.ts"

/**
 * Where sources depart from the conventions, a line each. `casts` has the double casts that a file may have.
 *
 * @example
 * departures([{ file: "a.ts", text: "x as unknown as string" }], {}) // ["a.ts: 1 double casts, where 0 are listed. …"]
 */
export const departures = (
  sources: ReadonlyArray<Source>,
  casts: Readonly<Record<string, number>>
): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  const found: Array<string> = []
  for (const { file, text } of sources) {
    const program: object = parse(text, {
      sourceType: "module",
      plugins: file.endsWith(".ts") ? ["typescript"] : []
    }).program
    for (const node of within(program as Node)) {
      if (isDoubleCast(node)) counts.set(file, (counts.get(file) ?? 0) + 1)
      if (file !== pointers && isEscape(node)) {
        found.push(`${file}: use pointerOf and keysOf of @agent-operations/error-envelope/pointer.`)
      }
    }
  }
  for (const file of new Set([...counts.keys(), ...Object.keys(casts)])) {
    const [has, listed] = [counts.get(file) ?? 0, casts[file] ?? 0]
    if (has > listed) found.push(`${file}: ${has} double casts, where ${listed} are listed. Give the value its type.`)
    if (has < listed) found.push(`${file}: ${has} double casts are left of ${listed}. Lower the number that is listed.`)
  }
  return found
}
