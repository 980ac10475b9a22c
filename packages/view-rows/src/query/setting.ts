import { TooManyRows } from "@agent-operations/error-envelope"
import type { ValidatorOptions } from "@agent-operations/views"
import type { TracesOptions } from "@agent-operations/traces"
import type { FormulaOptions } from "../formulas/FormulaRunner.ts"

/** The settings of `viewRows`. */
export interface ViewRowsOptions extends Pick<TracesOptions, "retention" | "idle"> {
  /** How page views are validated before they have rows: as for `views`. */
  readonly validation?: ValidatorOptions | undefined
  /** How formulas are run. */
  readonly formulas?: FormulaOptions | undefined
  /**
   * Whether the database leaves out rows that a formula can't let pass. The answers are the same without, which tests
   * compare. Default: true.
   */
  readonly narrow?: boolean | undefined
}

/** What a page view is refused with that would have to look at more rows than a page does. */
export const tooManyRows = (message: string) => new TooManyRows({ message, details: { limit: maxScanned } })

/** How many rows a page looks at. */
export const maxScanned = 10_000

/** How many characters the values may have together by which rows are sorted here. */
export const maxSortedLength = 8 * 1024 * 1024

/** For how long a page looks at rows, in milliseconds. */
export const scanMillis = 2000

/** How long all rows may take that are sorted by what the database does not have, in milliseconds. */
export const gatherMillis = 10_000

const millisOfDay = 86_400_000

/** How far back a page view looks that does not say so, in milliseconds. */
export const defaultRange = 7 * millisOfDay
