const words = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")

/** Whether a label has every word that is asked for, in any order and any case. */
export const matches = (asked: string, label: string): boolean => {
  const lower = label.toLowerCase()
  return words(asked).every((word) => lower.includes(word))
}
