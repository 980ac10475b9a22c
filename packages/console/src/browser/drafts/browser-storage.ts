import { type Drafts, makeDrafts } from "./store.ts"

/** The drafts of this browser; none where it keeps nothing. */
export const draftsHere = (): Drafts | undefined => {
  try {
    return makeDrafts(localStorage, () => new Date().getTime())
  } catch {
    return undefined
  }
}
