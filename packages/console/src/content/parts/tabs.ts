import type { Crumb } from "../../context.ts"
import type { Tab } from "../../html/tabs.ts"
import { mayPreview } from "../preview.ts"
import type { Section } from "../Section.ts"
import { contentPath, definitionPath, type InProject } from "./links.ts"

/** The pages of a definition, beside each other: what it is, what it shows, its history, and those of its section. */
export const definitionTabs = (at: InProject, section: Section, id: string): ReadonlyArray<Tab> => {
  const to = (path: string) => contentPath(at, section, id, path)
  const shown = mayPreview(at.access, section) ? section.preview : undefined
  return [
    { label: "Overview", href: definitionPath(at, section, id) },
    ...(shown === undefined ? [] : [{ label: shown.title, href: to(shown.path) }]),
    { label: "History", href: to("history"), shortcut: "history" },
    ...section.pages.map(({ label, path }) => ({ label, href: to(path) }))
  ]
}

/** A definition as what a page lies below. */
export const definitionCrumb = (
  at: InProject,
  section: Section,
  { id, name }: { readonly id: string; readonly name: string }
): Crumb => ({ label: name, href: definitionPath(at, section, id) })
