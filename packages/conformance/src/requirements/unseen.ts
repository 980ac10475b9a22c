/** The same of traces. */
export const unseenOfTraces = {
  "T1.survives": {
    text: "An acknowledged span survives the death of the server.",
    why: "needs the server and its database to be killed"
  },
  "T6.incomplete": {
    text: "A trace that has not ended is incomplete once nothing came for a while.",
    why: "needs a while that the host sets"
  },
  T13: {
    text: "A cell depends on its row, the formula and the revisions alone.",
    why: "no check of rows is made yet"
  },
  T14: { text: "Narrowing changes no row and no order.", why: "needs to turn narrowing off" },
  T15: {
    text: "No formula, filter or pattern holds up another request.",
    why: "depends on deadlines that the host sets"
  },
  T16: { text: "Rows of a walk use the revisions of its first page.", why: "no check of rows is made yet" },
  T20: { text: "A trace older than the retention is not read.", why: "needs a retention that passes" },
  T23: { text: "Ingestion reads no body that it need not, and its memory is bounded.", why: "needs to look inside" },
  T24: { text: "Own telemetry causes no own telemetry.", why: "needs to see what the server exports" }
} as const

/** What no client can see, or not in a run that anybody waits for, and why: the report says so. */
export const unseen = {
  ...unseenOfTraces,
  "R8.audit": { text: "The revisions of what is deleted stay in the store for audit.", why: "no operation reads them" },
  "R12.time": { text: "What was deleted can be recovered for 30 days, and no longer.", why: "needs 30 days to pass" },
  R9: {
    text: "An acknowledged write survives the death of the server.",
    why: "needs the server and its database to be killed"
  },
  P8: {
    text: "The cost of a page does not grow with its distance from the first.",
    why: "needs a list too long to make over HTTP"
  },
  "A2.now": { text: "Scopes are those that the credential holds now.", why: "needs a credential whose scopes change" },
  "A4.stored": { text: "A secret is nowhere in the database, logs, traces and metrics.", why: "needs to look inside" },
  "A5.processes": { text: "A revoked credential fails on every process.", why: "needs to know the processes" },
  A6: { text: "A token is for one audience.", why: "needs tokens of two audiences" },
  "A7.session": { text: "An API key creates no browser session.", why: "needs browser sessions" },
  "C1.once": { text: "One operation is declared once.", why: "is about how the server is built" },
  C3: { text: "A change that breaks a caller is caught.", why: "is about two releases of a contract" },
  V6: {
    text: "Every validation is answered in time, whatever is validated.",
    why: "depends on a deadline that the host sets"
  },
  "error.USAGE_LIMIT_REACHED": { text: "USAGE_LIMIT_REACHED is 402.", why: "needs a budget that is spent" },
  "error.RATE_LIMITED": { text: "RATE_LIMITED is 429.", why: "is provoked by no check, and held to E1 where it comes" },
  "error.UNAVAILABLE": { text: "UNAVAILABLE is 503.", why: "is provoked by no check, and held to E1 where it comes" },
  "error.TIMEOUT": { text: "TIMEOUT is 504.", why: "needs a deadline that passes" },
  "error.INTERNAL_ERROR": {
    text: "INTERNAL_ERROR shows nothing of the inside.",
    why: "a right server never answers it"
  }
} as const
