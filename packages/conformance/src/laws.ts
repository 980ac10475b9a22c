/** The laws that can be seen from outside, as SPEC.md numbers them. */
export const laws = {
  R1: "Create makes revision 1, and revisions have no gap.",
  R2: "An update makes exactly one revision, and every earlier one reads the same for ever.",
  R3: "A stale expectedRevision is CONFLICT with both revisions, and changes nothing.",
  R4: "Of writes racing on one expectedRevision, exactly one wins.",
  R5: "Restore makes a new revision with the content of the old one.",
  R6: "A copy is a new definition at revision 1; of those racing to one name, one wins.",
  R7: "What is referenced cannot be deleted, and nothing ever refers to nothing.",
  R8: "After delete everything is NOT_FOUND, and the name is free.",
  P1: "A walk yields every item that existed throughout exactly once, whatever is written meanwhile.",
  P2: "A page never exceeds its limit, and only a null continuation means the end.",
  P3: "A continuation is good for its own list alone, with no byte changed.",
  P4: "A total is there when asked for, and counts what the filters match.",
  P5: "An encoded page stays under the response limit.",
  P6: "History is newest first, and its walk yields each revision once.",
  P7: "hasMore of dependencies is true exactly when there are more.",
  E1: "Every answer is data or the error envelope, with a status of the specification.",
  E2: "A code has one status everywhere.",
  E3: "Bad input is 400, 413 or 422, and changes nothing.",
  E4: "What was accepted comes back unchanged; what cannot be kept is refused.",
  A1: "No credential, no answer but 401.",
  A2: "Scopes are required.",
  A3: "What a credential cannot reach is indistinguishable from what does not exist.",
  A4: "A secret is in no answer.",
  A5: "A revoked credential fails on the next request.",
  C2: "The served OpenAPI is 3.1.1 and lists every operation, and answers conform to the contract.",
  V1: "A validation runs nothing, changes nothing, and depends on what is validated alone.",
  V2: "Every mistake is told, in every definition that is used, and what is right is valid.",
  V3: "A reference is told as unused only if it certainly is.",
  V4: "A cycle of references is told once.",
  V5: "A position lies in the text at the path, its line and column from 1."
} as const

/** The number of a law that can be checked from outside, such as `R4`. */
export type Law = keyof typeof laws
