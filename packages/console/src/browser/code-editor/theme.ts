import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.modifier], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--success)" },
  { tag: [tags.number, tags.attributeName], color: "var(--warning)" },
  {
    tag: [
      tags.propertyName,
      tags.function(tags.variableName),
      tags.typeName,
      tags.tagName,
      tags.standard(tags.variableName)
    ],
    color: "var(--accent)"
  },
  { tag: [tags.comment, tags.operator, tags.punctuation, tags.angleBracket], color: "var(--muted)" },
  { tag: tags.invalid, color: "var(--danger)" }
])

/** The editor in the console's own colours, which follow the reader's theme. */
const look = EditorView.theme({
  "&": {
    border: "1px solid var(--border-strong)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    fontSize: "0.875rem",
    maxHeight: "70vh",
    minWidth: "0"
  },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content, .cm-gutter": { minHeight: "var(--editor-height)" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  ".cm-gutters": {
    backgroundColor: "var(--sunken)",
    color: "var(--muted)",
    borderRight: "1px solid var(--border)",
    borderRadius: "var(--radius) 0 0 var(--radius)"
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-selectionMatch, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--added)",
    outline: "1px solid var(--success)"
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--removed)" },
  ".cm-panels, .cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius)"
  },
  ".cm-panel.cm-search": { padding: "0.5rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent-fill)", color: "var(--on-accent)" },
  ".cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail": { color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "1em" },
  ".cm-completionInfo": { fontFamily: "inherit", maxWidth: "22rem" },
  ".cm-diagnostic": { padding: "0.25rem 0.5rem" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--danger)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warning)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px"
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warning)",
    textUnderlineOffset: "3px"
  },
  ".cm-lintPoint::after": { borderBottomColor: "var(--danger)" }
})

export const theme = [look, syntaxHighlighting(colours)]
