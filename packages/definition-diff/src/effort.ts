/** What a comparison may still spend, and whether it was cut for want of more. Its parts share one. */
export interface Effort {
  /** Steps of the search for the fewest edits between two lists. */
  steps: number
  /** Places that differ. */
  changes: number
  isCut: boolean
}

// About a tenth of a second of searching; nobody reads a thousand places.
export const fullEffort = (): Effort => ({ steps: 2_000_000, changes: 1000, isCut: false })
