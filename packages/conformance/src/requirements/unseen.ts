/** What no client can see, or not in a run that anybody waits for, and why: the report says so. */
export const unseen = {
  "R8.audit": { text: "The revisions of what is deleted stay in the store for audit.", why: "no operation reads them" },
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
  A7: { text: "An API key is no person.", why: "needs browser sessions and reviews" },
  C1: { text: "One operation is declared once.", why: "is about how the server is built" },
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
