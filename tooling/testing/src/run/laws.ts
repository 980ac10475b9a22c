const law = "[REPACVTDIMSGXFUHNK]\\d{1,2}"
const laws = new RegExp(`\\b${law}\\b`, "g")
/** Up to the colon of `R4, R9: of racing updates exactly one wins` or of `A5, RFC 9700 2.1.1: …`; else the law alone. */
const heading = new RegExp(`^${law}(?:(?=[:, ])[^:]*(?=:)|(?= ))`)

/** `P1 to P3` in a title names three laws. */
const spelledOut = (title: string) =>
  title.replace(/\b([A-Z])(\d) to \1(\d)\b/g, (_, letter: string, first: string, last: string) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${letter}${Number(first) + index}`).join(
      " "
    )
  )

/** The laws that a title begins with. */
export const lawsIn = (title: string): ReadonlyArray<string> =>
  spelledOut(heading.exec(title)?.[0] ?? "").match(laws) ?? []

/** The laws that the titles in the source of tests quote. */
export const quotedIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/["'`]([A-Z]\d[^"'`\n]*)/g)].flatMap(([, title = ""]) => lawsIn(title)))

/** The laws that the source of checks of conformance names: by themselves, or by a requirement such as `R1.no-gap`. */
export const namedIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(new RegExp(`["'\`](${law})\\b`, "g"))].map(([, id = ""]) => id))
