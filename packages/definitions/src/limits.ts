/** How many items a page has unless asked otherwise. Source: the wire, "The 18 operations". */
export const defaultPageLimit = 50
/** How many dependencies a page has unless asked otherwise. Source: the wire, "The 18 operations". */
export const defaultDependencyLimit = 100
