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
    of: [/^select kind from agent_operations\.definitions/],
    isAtTimes: true
  },
  {
    why: "It is upkeep of all projects, once in a while.",
    of: [/^with old as \( update agent_operations\.imports/, /^delete from agent_operations\.trace_heads as h using/],
    isAtTimes: true
  },
  {
    why: "It goes through the runs of a project from the newest on, by conditions that no index has, the last 1,000 at most or a page.",
    of: [
      /from \( select r\.\* from agent_operations\.eval_runs as r where .* limit 1000 \) as r/,
      /from agent_operations\.eval_runs as r where \(.*\) and true order by r\.id desc limit/
    ]
  },
  {
    why: "It goes through the targets of a run that has not ended, for the figures of those that have.",
    of: [
      /^select t\.ordinal, t\.item_id as "itemId", .* and t\.status in \('succeeded', 'failed', 'cancelled'\) order by/
    ],
    isAtTimes: true
  },
  {
    why: "It counts all runs of a project.",
    of: [/^select count\(\*\)::int as total from agent_operations\.eval_runs/],
    isAtTimes: true
  },
  {
    why: "It looks into the catalog of the database, which analyze writes to.",
    of: [/agent_operations\.trace_partitions\(\)/],
    isAtTimes: true
  },
  {
    why: "It adds up what was spent in a time, by run, app or scorer.",
    of: [/from agent_operations\.eval_usage as u where .* group by 1 order by 1 limit/]
  },
  {
    why: "It looks for what was said of an item in all runs of its dataset, when somebody purges that item.",
    of: [/^select count\(\*\)::int as count from agent_operations\.eval_runs as r cross join lateral/]
  }
]

/** Why a statement reads them, where it is explained. */
export const reasonFor = (text: string): string | undefined =>
  reasons.find(({ of }) => of.some((pattern) => pattern.test(text)))?.why
