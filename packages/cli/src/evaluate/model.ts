/** What is read of an evaluation run. */
export interface Run {
  readonly id: string
  readonly name: string
  readonly series: string | null
  readonly status: string
  readonly reason: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly usage: { readonly spentMicros: number }
  readonly statistics: { readonly [alias: string]: Figures }
  readonly endedAt: string | null
  readonly baseRunId: string | null
}

/** What is read of the figures of a scorer. */
export interface Figures {
  readonly mean: number | null
  readonly ci95: readonly [number, number] | null
  readonly passRate: number | null
  readonly scored: number
  readonly failed: number
}

/** What is read of the comparison of a scorer. */
export interface Comparison {
  readonly pairs: number
  readonly difference: number | null
  readonly ci95: readonly [number, number] | null
  readonly verdict: "better" | "worse" | "no_evidence"
  readonly improved: number
  readonly regressed: number
}

export interface Compared {
  readonly baseId: string
  readonly scorers: { readonly [alias: string]: Comparison }
}

/** What is read of a target. */
export interface Target {
  readonly id: string
  readonly itemId: string
  readonly externalId: string | null
  readonly repetition: number
  readonly status: string
  readonly errorCode: string | null
  readonly durationMs: number | null
  readonly scores: { readonly [alias: string]: { readonly status: string; readonly passed: boolean | null } }
}

export const ended = ({ counts }: Run): number =>
  (counts["succeeded"] ?? 0) + (counts["failed"] ?? 0) + (counts["cancelled"] ?? 0)
