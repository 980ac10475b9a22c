/** How many items a page has unless asked otherwise. Source: the wire, "The 18 operations". */
export const defaultPageLimit = 50
export const defaultDependencyLimit = 100
