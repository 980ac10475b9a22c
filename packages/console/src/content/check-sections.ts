import type { Section } from "./Section.ts"

/** Two sections of one kind, or at one place, would hide one another. */
const faultIn = (sections: ReadonlyArray<Section>) => {
  for (const [n, { kind, path }] of sections.entries()) {
    const other = sections.slice(0, n).find((other) => other.kind.name === kind.name || other.path === path)
    if (other !== undefined)
      return `The console has two sections at ${path}: ${other.kind.name} and ${kind.name}. Remove one.`
    if (path === "settings" || path === "traces")
      return `The console already has a page at ${path}: give ${kind.name} another plural.`
  }
  return undefined
}

/** Throws a `TypeError` where sections cannot be those of one console. */
export const checkSections = (sections: ReadonlyArray<Section>): void => {
  const fault = faultIn(sections)
  if (fault !== undefined) throw new TypeError(fault)
}
