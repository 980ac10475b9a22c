import { Effect } from "effect"
import type { Page } from "../../context.ts"
import { hidden, hiddenText } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts } from "../../html/table.ts"
import type { Typed } from "../form/typed.ts"
import type { Content, Section } from "../Section.ts"
import { sideOfContent } from "../sides.ts"
import type { Stored } from "../stored.ts"
import { changesTyped } from "./changes.ts"
import { cameFrom, contentPath, definitionPath, type InProject, madeBy } from "./links.ts"

/** Both sides of an update of a revision that is no longer the current one. */
export interface Sides {
  readonly section: Section
  readonly at: InProject
  readonly typed: Typed
  /** What was typed, decoded. */
  readonly mine: Content
  /** The revision that was edited. */
  readonly edited: Stored
  readonly current: Stored
}

/** Shows what was typed against the current revision, and lets either be chosen. */
export const conflictPage = Effect.fnUntraced(function* ({ section, at, typed, mine, edited, current }: Sides) {
  const changes = `${contentPath(at, section, current.id, "diff")}?from=${edited.revision}&to=${current.revision}`
  const theirs = definitionPath(at, section, current.id)
  const sent = html`${Object.entries(typed).map(([name, text]) => hiddenText(name, text))}`
  const taken = Buffer.byteLength(String(sent))
  const mineOnTheirs = yield* changesTyped(at, section, current, sideOfContent(section, mine), taken)
  return {
    title: `${current.name} was changed meanwhile`,
    status: 409,
    body: html` ${notice("warning", html`<p><b>Your version is not saved yet.</b> You edited revision ${edited.revision}; the current one is revision ${current.revision}.</p>`)}
      ${facts([
        [
          "Theirs",
          html`<a href="${theirs}">Revision ${current.revision}</a>:
            ${cameFrom(at, section, current.id, current.origin)}, ${madeBy(current)}`
        ],
        ["They changed", html`<a href="${changes}">Revision ${edited.revision} to ${current.revision}</a>`]
      ])}
      <p>
        Below is what saving your version would change in theirs. Lines with − are only in theirs, lines with + only in
        yours.
      </p>
      ${mineOnTheirs}
      ${form({
        action: contentPath(at, section, current.id, "edit"),
        body: html` ${sent} ${hidden("expectedRevision", String(current.revision))}
          ${actions(
            button("Save my version", { name: "action", value: "save" }),
            button("Edit my version", { kind: "plain", name: "action", value: "edit" }),
            buttonLink("Keep their version", theirs)
          )}
          <p class="hint">
            Saving your version creates revision ${current.revision + 1} from what you typed; theirs stays in the
            history. Keeping their version discards what you typed.
          </p>`
      })}`
  } satisfies Page
})
