import { diffSequences, numberLines } from "../sequences.ts"
import { mergeSequences, type Region } from "./merge-sequences.ts"
import { eachVersion, type Versions } from "./versions.ts"

/** A three-way merge of texts by their lines. */
export const mergeLines = ({ base, mine, theirs }: Versions<string>): ReadonlyArray<Region<string>> =>
  mergeSequences({ base: base.split("\n"), mine: mine.split("\n"), theirs: theirs.split("\n") }, numberLines())

/** How a clash is marked, as in other programs that merge: `<<<<<<< `, `||||||| `, `=======`, `>>>>>>> `. */
const marks = { mine: "<<<<<<< ", base: "||||||| ", between: "=======", theirs: ">>>>>>> " } as const

/** Whether a text still has a line with a label of `markClashes`; `=======` alone may be of the text itself. */
export const hasMarks = (text: string): boolean => /^(?:<{7}|\|{7}|>{7}) \S/m.test(text)

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.length === other.length && one.every((line, at) => line === other[at])

/** Where each item of a list is kept in another one; undefined where it is not. */
const placesIn = <T>(items: ReadonlyArray<T>, other: ReadonlyArray<T>, number: (item: T) => number) => {
  let place = 0
  return diffSequences(items, other, number).flatMap(({ type, items }): ReadonlyArray<number | undefined> => {
    if (type === "kept") return items.map(() => place++)
    if (type === "removed") return items.map(() => undefined)
    place += items.length
    return []
  })
}

/**
 * The versions that a merge made of a text, which differ where it clashed alone, as one text: where they do, it has all
 * three between marks, each with its label.
 *
 * @example
 * markClashes({ base: "a", mine: "b", theirs: "c" }, { mine: "yours", base: "revision 3", theirs: "revision 4" })
 * // <<<<<<< yours\nb\n||||||| revision 3\na\n=======\nc\n>>>>>>> revision 4
 */
export const markClashes = (versions: Versions<string>, labels: Versions<string>): string => {
  const { base, mine, theirs } = eachVersion(versions, (text) => text.split("\n"))
  const number = numberLines()
  const [inBase, inTheirs] = [placesIn(mine, base, number), placesIn(mine, theirs, number)]
  const parts: Array<ReadonlyArray<string>> = []
  let done: Versions<number> = { base: 0, mine: 0, theirs: 0 }

  const passTo = (end: Versions<number>) => {
    const [ofBase, ofMine, ofTheirs] = [
      base.slice(done.base, end.base),
      mine.slice(done.mine, end.mine),
      theirs.slice(done.theirs, end.theirs)
    ]
    if (isSame(ofMine, ofTheirs)) parts.push(ofMine)
    else {
      parts.push([marks.mine + labels.mine], ofMine, [marks.base + labels.base], ofBase)
      parts.push([marks.between], ofTheirs, [marks.theirs + labels.theirs])
    }
  }

  for (const [at, line] of mine.entries()) {
    const [ofBase, ofTheirs] = [inBase[at], inTheirs[at]]
    if (ofBase === undefined || ofTheirs === undefined) continue
    passTo({ base: ofBase, mine: at, theirs: ofTheirs })
    parts.push([line])
    done = { base: ofBase + 1, mine: at + 1, theirs: ofTheirs + 1 }
  }
  passTo({ base: base.length, mine: mine.length, theirs: theirs.length })
  return parts.flat().join("\n")
}
