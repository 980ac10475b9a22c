import type { OwnPage } from "./own-page.ts"
import type { Section } from "./Section.ts"

/** Where projects have pages anyway. */
const taken = ["settings", "traces", "find", "start"]

/** Two sections of one kind, or at one place, would hide one another. */
const faultIn = (sections: ReadonlyArray<Section>) => {
  for (const [n, { kind, path }] of sections.entries()) {
    const other = sections.slice(0, n).find((other) => other.kind.name === kind.name || other.path === path)
    if (other !== undefined)
      return `The console has two sections at ${path}: ${other.kind.name} and ${kind.name}. Remove one.`
    if (taken.includes(path)) return `The console already has a page at ${path}: give ${kind.name} another plural.`
  }
  return undefined
}

const faultInPages = (pages: ReadonlyArray<OwnPage>, sections: ReadonlyArray<Section>) => {
  const used = [...taken, ...sections.map(({ path }) => path)]
  for (const { path, label } of pages) {
    if (!/^[a-z][a-z0-9-]{0,62}$/.test(path))
      return `The path of a page has to be small letters, digits and dashes, such as "deployments", and not ${JSON.stringify(path)}.`
    if (used.includes(path)) return `The console already has a page at ${path}: give "${label}" another path.`
    if (label.trim() === "") return `The page at ${path} needs a label.`
    used.push(path)
  }
  return undefined
}

/** Throws a `TypeError` where sections and pages of the host's cannot be those of one console. */
export const checkSections = (sections: ReadonlyArray<Section>, pages: ReadonlyArray<OwnPage> = []): void => {
  const fault = faultIn(sections) ?? faultInPages(pages, sections)
  if (fault !== undefined) throw new TypeError(fault)
}
