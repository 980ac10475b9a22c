import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { expect } from "../Broken.ts"
import type { Definition } from "../client.ts"
import type { Law } from "../laws.ts"
import { NotChecked } from "../NotChecked.ts"
import type { Served, ServedKind } from "../served.ts"
import { at, type Path, put, type Shape, shapeOf } from "../shape.ts"

/** Characters that some store, library or page has lost, changed or taken for its own, in parts that a name has room for. */
export const strangeParts = [
  "\r\n\tTab  two \u00a0\u2003| \u00e9 e\u0301 \u1e9b\u0323 \ufb01 | \u{1f600}\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{20000} \u{10ffff} | " +
    "\u0001\u001f\u007f\u0085 \u2028\u2029 \ufeff \ufffd\ufffe\uffff",
  "\u202eabc\u202c \u200b | \\ \\n \\u0041 / ' \" ` | <b>&amp; %00 %s ${x} {{y}} $1 $& | \n\r"
]

/** What a kind is created by, with every place of that. */
export const shapeOfKind = ({ find }: Served, kind: ServedKind): Shape => {
  const operation = find(kind.id("create"))
  if (operation === undefined) throw new NotChecked(`${kind.id("create")} is not served over HTTP`)
  return shapeOf(operation)
}

/** Inputs without references, but for those that there have to be, that together have every place. */
export const basesOf = ({ wholes, takes }: Shape, kind: ServedKind): ReadonlyArray<unknown> => {
  const all = wholes.map((whole) => put(whole, ["references"], kind.references())).filter(takes)
  // The last is the example.
  return kind.hasFixture ? [...all.slice(0, -1), { ...kind.body("a"), references: kind.references() }] : all
}

/** What a definition is to have: what a create takes of it, and the places in which the order of members counts. */
export interface Expected {
  readonly input: unknown
  readonly opens?: ReadonlyArray<Path> | undefined
}

/** The JSON Pointer of the first place where two values differ. */
export const differenceOf = (seen: unknown, wanted: unknown, path: Path = []): Path | undefined => {
  if (Object.is(seen, wanted)) return undefined
  const areAlike = Array.isArray(seen) === Array.isArray(wanted)
  if (typeof seen !== "object" || typeof wanted !== "object" || seen === null || wanted === null || !areAlike)
    return path
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(seen)])) {
    if (Object.hasOwn(seen, name) !== Object.hasOwn(wanted, name)) return [...path, name]
    const found = differenceOf((seen as Record<string, unknown>)[name], (wanted as Record<string, unknown>)[name], [
      ...path,
      name
    ])
    if (found !== undefined) return found
  }
  return undefined
}

export const shown = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200))

/** Fails unless a definition has a content: every part of it, what is left out with its default. */
export const expectContent = (
  shape: Shape,
  seen: Definition,
  { input, opens = [] }: Expected,
  what: string,
  law: Law = "E4"
): void => {
  const wanted = shape.decoded(input) as Readonly<Record<string, unknown>>
  for (const part of ["name", "description", "source", "settings", "references"] as const) {
    const [got, sent] = [at(seen, [part]), part === "name" ? String(wanted[part]).trim() : wanted[part]]
    const path = differenceOf(got, sent, [part])
    if (path === undefined) continue
    const [one, other] = [at(seen, path), at({ ...wanted, name: sent }, path)]
    expect(law, false, `${what}: ${pointerOf(path)} is ${shown(one)} in place of ${shown(other)}`)
  }
  for (const path of opens) {
    const isKept = JSON.stringify(at(seen, path)) === JSON.stringify(at(wanted, path))
    expect(law, isKept, `${what}: the order of members at ${pointerOf(path)} changed`)
  }
}
