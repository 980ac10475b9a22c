/** The modules that a page view may import unless the host says otherwise. Source: the wire, "The 18 operations". */
export const defaultAllowedImports: ReadonlyArray<string> = ["react"]
