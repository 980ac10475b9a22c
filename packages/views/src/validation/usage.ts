import type { Finding } from "./model.ts"

/** Which aliases a definition uses. */
export interface Usage {
  readonly names: ReadonlySet<string>
  /** Whether other aliases may be used too, in ways that can't be seen without running it. */
  readonly open: boolean
}

/** What checking a text finds: what is wrong with it, and which aliases it uses. */
export interface Checked {
  readonly findings: ReadonlyArray<Finding>
  readonly usage: Usage
}
