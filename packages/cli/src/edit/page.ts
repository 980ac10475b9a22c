import { isAgentError } from "@agent-operations/client"
import type { Kind } from "@agent-operations/contract"
import { eachVersion, markClashes, mergeJson } from "@agent-operations/definition-diff"
import { contentOf, type Content, type Definition } from "../definitions/definition.ts"
import { shown } from "../output/people.ts"
import { formatDocument } from "./document.ts"

/** What is shown in the editor: notes, as comments, and below them a text. */
export interface Page {
  readonly notes: ReadonlyArray<string>
  readonly text: string
  /** Why it is shown again. Who leaves it as it is gives up for that. */
  readonly refused?: unknown
}

const comments = ({ notes }: Page) => notes.flatMap((note) => note.split("\n")).map((line) => `// ${shown(line)}`)

export const pageText = (page: Page): string => [...comments(page), page.text].join("\n")

/** What was made of the text of a page, without the notes above it. */
export const editedText = (page: Page, edited: string): string => {
  const notes = new Set(comments(page))
  // Some editors end all lines as Windows does.
  const lines = (page.text.includes("\r") ? edited : edited.replaceAll("\r\n", "\n")).split("\n")
  const start = lines.findIndex((line) => !notes.has(line))
  return lines.slice(start === -1 ? lines.length : start).join("\n")
}

export const firstPage = (kind: Kind.Any, { id, revision }: Definition, text: string): Page => ({
  notes: [
    `The ${kind.title} ${id} at revision ${revision}.`,
    "Save and close it to update. Unchanged or empty, it is not sent.",
    "Lines of the JSON that begin with // are left out."
  ],
  text
})

/** The same text again, with what is wrong with it. */
export const refusedPage = (text: string, faults: ReadonlyArray<string>, refused: unknown): Page => ({
  notes: ["Not saved yet. Correct it, or leave it as it is to give up.", ...faults],
  text,
  refused
})

/** What the server says of an update, in lines. */
export const faultsOf = (error: unknown): ReadonlyArray<string> => {
  if (!isAgentError(error)) return [String(error)]
  const { code, message, hint, details } = error
  return [`${code}: ${message}`, hint, ...(details === undefined ? [] : [JSON.stringify(details)])]
}

/**
 * What was edited over a revision that is no longer the current one, merged with what somebody else made of it: where both
 * changed a place in different ways, it has all versions, between marks.
 */
export const mergedPage = (
  kind: Kind.Any,
  before: Definition,
  edited: Content,
  current: Definition,
  conflict: unknown
): Page => {
  const labels = { base: `revision ${before.revision}`, mine: "yours", theirs: `revision ${current.revision}` }
  const merged = mergeJson({ base: contentOf(before), mine: edited, theirs: contentOf(current) })
  const text = markClashes(
    eachVersion(merged, (content) => formatDocument(kind, content)),
    labels
  )
  const meanwhile = `${current.updatedBy.name} saved revision ${current.revision} while you edited revision ${before.revision}.`
  return merged.clashes.length > 0
    ? {
        notes: [
          meanwhile,
          "Where both changed the same, it is between <<<<<<< yours and >>>>>>> theirs.",
          "Make one of it, and take the marks away. Left as it is, it is given up."
        ],
        text,
        refused: conflict
      }
    : {
        notes: [meanwhile, "Below are their changes and yours. Save it and close the editor to send it."],
        text
      }
}
