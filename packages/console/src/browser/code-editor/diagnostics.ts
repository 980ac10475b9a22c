import { syntaxTree } from "@codemirror/language"
import { type Diagnostic, setDiagnostics } from "@codemirror/lint"
import type { EditorState, TransactionSpec } from "@codemirror/state"
import { type Mark, marksOf } from "../marks.ts"

/** What is underlined: the smallest part of the text that begins at a place, within its line. */
const rangeAt = (state: EditorState, { line, column }: Mark): { readonly from: number; readonly to: number } => {
  const found = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines))
  const from = Math.min(found.from + Math.max(column, 1) - 1, found.to)
  const node = syntaxTree(state).resolveInner(from, 1)
  const word = state.wordAt(from)
  const to = node.from === from && node.to > from && node.to <= found.to ? node.to : (word?.to ?? from + 1)
  return from === found.to ? { from: Math.max(found.from, from - 1), to: from } : { from, to: Math.min(to, found.to) }
}

/** Shows in an editor what is wrong with the text of its field. */
export const diagnosticsOf = (field: HTMLElement, state: EditorState): TransactionSpec =>
  setDiagnostics(
    state,
    marksOf(field).map((mark): Diagnostic => {
      const { severity, message } = mark
      return { ...rangeAt(state, mark), severity, message }
    })
  )
