const prose = new Set(["description", "summary", "example", "examples"])

/** An OpenAPI document without what is only read by people. Members that objects may have keep their names. */
export const withoutProse = (document: object): object => {
  const strip = (value: unknown, ofNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, false))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => ofNames || !prose.has(key))
        .map(([key, each]) => [key, strip(each, !ofNames && ["properties", "patternProperties"].includes(key))])
    )
  }
  return strip(document, false) as object
}
