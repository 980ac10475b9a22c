/** What a filter's operator says. */
export const operatorWords: Readonly<Record<string, string>> = {
  eq: "is",
  ne: "is not",
  lt: "is less than",
  lte: "is at most",
  gt: "is greater than",
  gte: "is at least",
  contains: "contains",
  in: "is one of",
  exists: "is there"
}

/** A target, or another word of the contract, in running text: `evaluation_run` is "evaluation run". */
export const plain = (word: string): string => word.replaceAll("_", " ")

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `counted(1, "line")` is "1 line", `counted(2, "line")` "2 lines". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The beginning of a text that may be long. */
export const clip = (text: string, length = 160): string => {
  const letters = [...text.slice(0, length * 2)]
  return letters.length <= length && text.length <= length * 2 ? text : `${letters.slice(0, length - 1).join("")}…`
}
