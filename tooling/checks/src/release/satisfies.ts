type Version = readonly [major: number, minor: number, patch: number]

const read = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number)
  return [major, minor, patch]
}

const isBelow = (one: Version, other: Version): boolean => {
  const at = one.findIndex((part, n) => part !== other[n])
  return at >= 0 && one[at]! < other[at]!
}

/** The first version that a caret does not reach: the one in which its first part that is not 0 is greater. */
const afterCaret = ([major, minor, patch]: Version): Version =>
  major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]

/** The highest of released versions. */
export const highest = (versions: ReadonlyArray<string>): string =>
  versions.reduce((one, other) => (isBelow(read(one), read(other)) ? other : one))

/** Whether a released version is in a range of the forms that this repository uses: `^0.1.0`, `>=0.1.0 <1`. Others hold none. */
export const satisfies = (version: string, range: string): boolean => {
  const own = read(version)
  return range.split(" ").every((part) => {
    const [, operator, text = ""] = /^(\^|>=|<)(\d+(?:\.\d+){0,2})$/.exec(part) ?? []
    const bound = read(text)
    if (operator === "<") return isBelow(own, bound)
    if (operator === ">=") return !isBelow(own, bound)
    return operator === "^" && !isBelow(own, bound) && isBelow(own, afterCaret(bound))
  })
}
