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

/**
 * Finds pages by words, or what they begin with, by steps: the first who search add all pages to the index, which takes
 * seconds. Law: K3.
 */
export const makeSearch = ({ pages }: Site) => {
  const index = new MiniSearch({
    idField: "path",
    fields: ["title", "path", "summary", "markdown"],
    searchOptions: {
      boost: { title: 4, path: 3, summary: 2 },
      prefix: (word) => word.length >= shortestBeginning,
      fuzzy: 0.15
    }
  })
  const rest = pages.values()
  return function* (query: string, limit = most): Generator<void, ReadonlyArray<Page>> {
    for (let page = rest.next(); page.done !== true; page = rest.next()) {
      index.add(page.value)
      yield
    }
    const found = index.search(wordsOf(query).join(" ")).slice(0, limit)
    yield
    return found.flatMap(({ id }) => pages.get(String(id)) ?? [])
  }
}
