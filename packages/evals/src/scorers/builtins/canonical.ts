/** JSON whose objects have their members in order, so that equal values are equal texts. With `ordered` false, lists too. */
export const canonical = (value: unknown, ordered = true): string => {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, ordered))
    return `[${(ordered ? items : items.sort()).join()}]`
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member, ordered)}`).join()}}`
}
