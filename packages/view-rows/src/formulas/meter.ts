import { tooExpensive } from "./failures.ts"

/**
 * How many steps one cell may take: an operation, an item of a list that is gone through, or 64 characters or items that are
 * copied. Some 100 ms; a count, and not a time, so that a cell is the same on a busy machine. Law: T13.
 */
const stepsOfCell = 1_000_000

/** How many characters or items a value may have while it is computed. */
export const longestText = 1 << 20

let left = stepsOfCell

/** Begins a cell. */
export const beginCell = (): void => {
  left = stepsOfCell
}

/** Counts steps, and throws once a cell has taken too many. */
export const spend = (steps: number): void => {
  if ((left -= steps) < 0) throw tooExpensive
}

/** Counts the copying or reading of so many characters or items. */
export const spendOn = (length: number): void => spend(1 + (length >> 6))
