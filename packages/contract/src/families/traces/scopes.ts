/** What whoever reads or writes traces needs, in the sentences that people read. */
export const traceScopes = {
  "traces:read": "Read traces, with their spans and scores.",
  "traces:write": "Record, score and delete traces."
} as const
