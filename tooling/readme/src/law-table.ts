import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { namedIn, quotedIn } from "../../testing/src/run/laws.ts"
import { root } from "./documents/blocks.ts"

export interface Law {
  readonly id: string
  /** It is not kept yet. */
  readonly isLater: boolean
  /** The files that SPEC.md says hold it. */
  readonly heldBy: ReadonlyArray<string>
  /** Why it has no test in the short run, where it has none. */
  readonly longOnly: string | undefined
}

/** The laws that each file of tests, or of checks of conformance, quotes in its titles. */
export type Quoted = ReadonlyMap<string, ReadonlySet<string>>

/** The paths in a text. */
export const filesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`/g)].map(([, path = ""]) => path)

/** The laws of SPEC.md, in its order. */
export const lawsOf = (spec: string): ReadonlyArray<Law> =>
  [...spec.matchAll(/^\*\*([A-Z]\d+)\*\* .+\n((?:- .+\n)+)/gm)].map(([, id = "", notes = ""]) => ({
    id,
    isLater: notes.includes("- Later work: "),
    heldBy: filesIn(/^- Held by: (.+)$/m.exec(notes)?.[1] ?? ""),
    longOnly: /^- Long runs only: (.+)$/m.exec(notes)?.[1]
  }))

export const quotedByFile = (): Quoted =>
  new Map(
    globSync(
      [
        "{packages,apps,tooling}/*/test/**/*.{test,test-d}.ts",
        "tests/**/*.{test,test-d}.ts",
        "packages/conformance/src/{checks/**/*,client}.ts"
      ],
      { cwd: root, exclude: ["**/node_modules/**"] }
    )
      .toSorted()
      .map((path) => [path, (path.includes("/src/") ? namedIn : quotedIn)(readFileSync(join(root, path), "utf8"))])
  )

/** The laws that no file of the short run quotes, though SPEC.md says no reason. */
export const withoutShortTest = (laws: ReadonlyArray<Law>, quoted: Quoted): ReadonlyArray<string> => {
  const inShort = new Set([...quoted].flatMap(([file, ids]) => (file.endsWith(".long.test.ts") ? [] : [...ids])))
  return laws
    .filter(({ id, isLater, longOnly }) => !isLater && longOnly === undefined && !inShort.has(id))
    .map(({ id }) => id)
}
