/**
 * Which part of a list is asked for: `limit` of it, by default all, from the one after that with the ID `after` on. Where that is
 * not in the list any more, it begins anew.
 */
export interface Part {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}
