/** What whoever reads or writes traces needs, in the sentences that people read. */
export const traceScopes = {
  "traces:read": "Read traces, with their spans and scores.",
  "traces:write": "Record and score traces.",
  "traces:delete": "Delete traces, and replace or delete what others recorded of them."
} as const
