/** What Stryker's report says of one file, as far as it is needed. */
export interface ReportedFile {
  readonly source: string
  readonly mutants: ReadonlyArray<ReportedMutant>
}

interface Place {
  readonly line: number
  readonly column: number
}

export interface ReportedMutant {
  readonly status: string
  readonly replacement?: string
  readonly location: { readonly start: Place; readonly end: Place }
}

/** A fault that no test noticed. */
export interface Survivor {
  readonly line: number
  /** The words that it changes, as they are and as they would be: what names it while the lines around it change. */
  readonly fault: string
}

/** What became of the faults in one file. */
export interface FileFaults {
  readonly made: number
  /** Those with which a test failed, did not end, or a file of tests could not be loaded. */
  readonly caught: number
  readonly survivors: ReadonlyArray<Survivor>
}

const offset = (source: string, { line, column }: Place): number =>
  source
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, text) => length + text.length + 1, 0) +
  column -
  1

/** Words of the text, which Babel writes anew where a fault is: without the marks and line breaks that it adds or leaves out. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/;\s*\}>`/g, " }>`")
    .replaceAll(/\(\s+/g, "(")
    .replaceAll(/\s+\)/g, ")")
    .trim()
    .split(/\s+/)

/** The source with a fault in it. */
export const mutatedOf = (
  source: string,
  { location: { start, end }, replacement = "" }: Pick<ReportedMutant, "location" | "replacement">
): string => source.slice(0, offset(source, start)) + replacement + source.slice(offset(source, end))

/** How many words are told before and after those that differ. */
const context = 4

/** The words that differ, before and after, with some around them. */
export const changedWords = (before: string, after: string): string => {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(from.length, to.length)
  let first = 0
  while (first < shorter && from[first] === to[first]) first++
  let last = 0
  while (last < shorter - first && from.at(-1 - last) === to.at(-1 - last)) last++
  const told = (words: ReadonlyArray<string>) =>
    words.slice(Math.max(0, first - context), words.length - last + Math.min(last, context)).join(" ")
  return `${told(from)} → ${told(to)}`
}

/** Counts the faults of a file, and names those that no test noticed. */
export const faultsOf = ({ source, mutants }: ReportedFile): FileFaults => {
  const made = mutants.filter(({ status }) => status !== "Ignored")
  const survived = made.filter(({ status }) => status === "Survived" || status === "NoCoverage")
  const survivors = survived.map((mutant) => ({
    line: mutant.location.start.line,
    fault: changedWords(source, mutatedOf(source, mutant))
  }))
  return {
    made: made.length,
    caught: made.length - survived.length,
    survivors: survivors.toSorted((a, b) => a.line - b.line)
  }
}
