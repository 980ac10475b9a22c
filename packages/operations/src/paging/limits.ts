/** The largest answer, in bytes. Source: the wire, "Pagination". */
export const maxResponseBytes = 8 * 1024 * 1024

/** How many bytes the items of a page may take, which leaves room for the rest of the answer. Law: P5. */
export const maxPageBytes = maxResponseBytes - 16 * 1024
