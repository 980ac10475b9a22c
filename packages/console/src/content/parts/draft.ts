import type { Visit } from "../../context.ts"
import type { Section } from "../Section.ts"
import { contentPath, type InProject } from "./links.ts"

/** Where a form is, and whose it is. */
export type Drafting = InProject & Pick<Visit, "session">

interface Drafted {
  readonly edited?: { readonly id: string; readonly revision: number } | undefined
  readonly isUnsaved: boolean
  /** What the browser kept is offered on this page. */
  readonly isOffered: boolean
}

/** What the script keeps a form by, in the browser of whoever fills it in. Forms without it are never kept. */
export const draftData = (at: Drafting, section: Section, { edited, isUnsaved, isOffered }: Drafted) => ({
  "data-draft": contentPath(at, section, edited?.id ?? "new"),
  "data-draft-person": at.session?.user.id ?? "",
  "data-draft-revision": String(edited?.revision ?? ""),
  "data-draft-title": section.kind.title,
  ...(isUnsaved && { "data-draft-unsaved": "" }),
  ...(isOffered && { "data-draft-offered": "" })
})
