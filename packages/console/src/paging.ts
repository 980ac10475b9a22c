/** How many a page lists of what there can be any number of. */
const pageSize = 100

/** So many are read for a page: one more than it lists says that there is another page. */
export const readForPage = pageSize + 1

/** What a page lists of what was read for it, and after which the next page begins, where there is one. */
export const pageOf = <A>(
  read: ReadonlyArray<A>,
  idOf: (one: A) => string
): { readonly items: ReadonlyArray<A>; readonly last: string | null } => {
  const items = read.slice(0, pageSize)
  return { items, last: read.length > pageSize ? idOf(items.at(-1)!) : null }
}
