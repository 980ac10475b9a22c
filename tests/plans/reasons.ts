/** Why statements read rows that they do not want, by what stands in them. */
export const reasons: ReadonlyArray<{
  readonly why: string
  readonly of: ReadonlyArray<RegExp>
  /** Whether it is not in each run. */
  readonly isAtTimes?: true
}> = [
  {
    why: "It adds up or counts, as a caller asks, over a time and by conditions that no index has.",
    of: [/\bas m0\b/, /\bcounted\.total\b/]
  },
  {
    why: "It goes through the traces of a project from the newest on, by conditions that no index has.",
    of: [
      /^select q\.\* from \( select p\.\*, row_number\(\) over place/,
      /from \( select h\.\*, row_number\(\) over place/
    ]
  },
  {
    why: "It is asked once by a process, and reads a row of each table.",
    of: [/^select kind from agent_operations\.definitions/]
  },
  {
    why: "It is upkeep of all projects, once in a while.",
    of: [/^with old as \( update agent_operations\.imports/],
    isAtTimes: true
  },
  {
    why: "Another index that begins with tenant and project looks as good as the right one: not mended yet.",
    of: [
      /agent_operations\.dataset_items\b/,
      /agent_operations\.(?:imports|import_parts)\b/,
      /agent_operations\.(?:model_connections|eval_usage|eval_run_keys|eval_lanes|eval_runs)\b/
    ]
  }
]

/** Why a statement reads them, where it is explained. */
export const reasonFor = (text: string): string | undefined =>
  reasons.find(({ of }) => of.some((pattern) => pattern.test(text)))?.why
