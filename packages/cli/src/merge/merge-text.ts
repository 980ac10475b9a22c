import { mergeSequences, type Region, type Versions } from "./merge-sequences.ts"

/** Gives equal lines the same number. */
const numberLines = () => {
  const numbers = new Map<string, number>()
  return (line: string): number => {
    const found = numbers.get(line) ?? numbers.size
    numbers.set(line, found)
    return found
  }
}

/** A three-way merge of texts by their lines. */
export const mergeLines = ({ base, mine, theirs }: Versions<string>): ReadonlyArray<Region<string>> =>
  mergeSequences({ base: base.split("\n"), mine: mine.split("\n"), theirs: theirs.split("\n") }, numberLines())

/** How a clash is marked, as in other programs that merge: `<<<<<<< `, `||||||| `, `=======`, `>>>>>>> `. */
const marks = { mine: "<<<<<<< ", base: "||||||| ", between: "=======", theirs: ">>>>>>> " } as const

/** Whether a text still has a line with a label of `markClashes`; `=======` alone may be of the text itself. */
export const hasMarks = (text: string): boolean => /^(?:<{7}|\|{7}|>{7}) \S/m.test(text)

/**
 * A three-way merge of texts as one text: where both sides changed the same lines, it has all three versions between
 * marks, each with its label.
 *
 * @example
 * markClashes({ base: "a", mine: "b", theirs: "c" }, { mine: "yours", base: "revision 3", theirs: "revision 4" })
 * // <<<<<<< yours\nb\n||||||| revision 3\na\n=======\nc\n>>>>>>> revision 4
 */
export const markClashes = (versions: Versions<string>, labels: Versions<string>): string =>
  mergeLines(versions)
    .flatMap((region) =>
      region.type === "merged"
        ? region.items
        : [
            marks.mine + labels.mine,
            ...region.mine,
            marks.base + labels.base,
            ...region.base,
            marks.between,
            ...region.theirs,
            marks.theirs + labels.theirs
          ]
    )
    .join("\n")
