const words = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter((word) => word !== "")

/**
 * An alias for a definition by its name, which no other has.
 *
 * @example
 * aliasFor("Cost per token (USD)", new Set(["costPerTokenUsd"])) // "costPerTokenUsd2"
 */
export const aliasFor = (name: string, taken: ReadonlySet<string>): string => {
  const [first = "", ...rest] = words(name).map((word) => word.toLowerCase())
  const joined = [first, ...rest.map((word) => word[0]!.toUpperCase() + word.slice(1))].join("").replace(/^[0-9]+/, "")
  const alias = (joined === "" ? "field" : joined[0]!.toLowerCase() + joined.slice(1)).slice(0, 36)
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? alias : `${alias}${n}`
    if (!taken.has(candidate)) return candidate
  }
}
