/** Every encoded response stays below it. Source: the wire, "Pagination". */
export const maxResponseBytes = 8 * 1024 * 1024

/** What the items of a page may take, which leaves room for what stands around them. Law: P5. */
export const maxPageBytes = maxResponseBytes - 16 * 1024
