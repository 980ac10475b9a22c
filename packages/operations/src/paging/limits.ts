/** Every encoded response stays below it. Source: the wire, "Pagination". */
export const maxResponseBytes = 8 * 1024 * 1024

/** What the items of a page may take, which leaves room for what stands around them. Law: P5. */
export const maxPageBytes = maxResponseBytes - 16 * 1024

/** How many items a page has unless asked otherwise. Source: the wire, "The 18 operations". */
export const defaultPageLimit = 50
export const defaultDependencyLimit = 100
