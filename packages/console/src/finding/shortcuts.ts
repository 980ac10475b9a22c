import type { Visit } from "../context.ts"
import { type Html, html } from "../html/html.ts"
import { Effect } from "effect"

/** What keys do: pressed one after the other, and never while somebody types. */
const shortcuts = {
  find: { keys: "/", does: "Search, or jump to a page (also Ctrl K, or ⌘ K)" },
  help: { keys: "?", does: "List keyboard shortcuts" },
  create: { keys: "c", does: "Create what this page lists" },
  edit: { keys: "e", does: "Edit what this page shows" },
  history: { keys: "h", does: "Open the history" },
  next: { keys: "n", does: "Open the next page of a list" },
  previous: { keys: "p", does: "Open the previous page of a list" },
  submit: { keys: "s", does: "Submit a review" },
  skip: { keys: "k", does: "Skip a review" },
  start: { keys: "g h", does: "Go to the start of the project" },
  traces: { keys: "g t", does: "Go to traces" },
  reviews: { keys: "g r", does: "Go to reviews" },
  evaluations: { keys: "g e", does: "Go to evaluations" },
  views: { keys: "g v", does: "Go to page views" },
  fields: { keys: "g f", does: "Go to custom fields" },
  charts: { keys: "g m", does: "Go to metrics charts" },
  settings: { keys: "g s", does: "Go to settings" }
} as const

/** A shortcut by its name. */
export type Shortcut = keyof typeof shortcuts

/** The attribute of a link or button that keys are to press. */
export const shortcut = (name: Shortcut): Html => html` data-shortcut="${shortcuts[name].keys}"`

/** Keys as they are shown. */
export const keysOf = (keys: string): Html => html`${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}`

/** All of them, as a page, which the script shows in a dialog. */
export const shortcutsPage = (_: Visit) =>
  Effect.succeed({
    title: "Keyboard shortcuts",
    narrow: true,
    body: html`<div id="shortcuts">
      <dl class="shortcuts">
        ${Object.values(shortcuts).map(
          ({ keys, does }) =>
            html`<div>
              <dt>${keysOf(keys)}</dt>
              <dd>${does}</dd>
            </div>`
        )}
      </dl>
      <p class="hint">A shortcut works where the page has its action, and never while you type in a field.</p>
      <p data-shortcuts-toggle hidden></p>
    </div>`
  })
