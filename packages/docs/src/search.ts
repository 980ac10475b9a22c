import MiniSearch from "minisearch"
import type { Page } from "./page.ts"
import type { Site } from "./site.ts"

/** How many pages a search finds at most. */
const most = 20

/** The longest search that is looked for, in characters. */
const longest = 200

/** How many words of a search are looked for, and from which length on as the beginning of others. */
const [mostWords, shortestBeginning] = [8, 3]

const wordsOf = (query: string) =>
  [
    ...new Set(
      query
        .slice(0, longest)
        .toLowerCase()
        .split(/[\p{Z}\p{P}\s]+/u)
    )
  ]
    .filter(Boolean)
    .slice(0, mostWords)

/** Finds pages by words, or what they begin with. The index is made when somebody searches first. */
export const makeSearch = ({ pages }: Site) => {
  let index: MiniSearch | undefined
  const made = () => {
    const search = new MiniSearch({
      idField: "path",
      fields: ["title", "path", "summary", "markdown"],
      searchOptions: {
        boost: { title: 4, path: 3, summary: 2 },
        prefix: (word) => word.length >= shortestBeginning,
        fuzzy: 0.15
      }
    })
    search.addAll([...pages.values()])
    return search
  }
  return (query: string, limit = most): ReadonlyArray<Page> => {
    index ??= made()
    const found = index.search(wordsOf(query).join(" ")).slice(0, limit)
    return found.flatMap(({ id }) => pages.get(String(id)) ?? [])
  }
}
