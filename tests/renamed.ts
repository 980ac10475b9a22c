/** A text with names for what each run of the tests makes anew, counted in the order of the text: IDs, people and keys. */
export const renamed = (text: string): string => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (id: string, kind: string) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    names.set(id, `${kind}_${count}`)
    return `${kind}_${count}`
  }
  return text
    .replace(/\b([a-z]{2,63})_[0-9a-z]{26}\b/g, nameOf)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => nameOf(id, "uuid"))
    .replace(/\b(owner|admin|member)-[0-9a-z]{1,6}\b/g, "$1")
    .replace(/^([OAM])[0-9A-Z]$/gm, "$1")
    .replace(/\baok_…\w{4}/g, "aok_…")
}
