import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Page } from "../../context.ts"
import { type FieldErrors, hidden, hiddenText } from "../../html/field.ts"
import { actions, button, form } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts } from "../../html/table.ts"
import type { Typed } from "../form/typed.ts"
import { fields } from "../merge/choices.ts"
import type { MergedContents } from "../merge/merge-contents.ts"
import type { Sides } from "../merge/merge-sides.ts"
import type { Content } from "../Section.ts"
import { sideOfContent } from "../sides.ts"
import { counted } from "../words.ts"
import { changesTyped } from "./changes.ts"
import { draftData, type Drafting } from "./draft.ts"
import { cameFrom, contentPath, definitionPath, madeBy } from "./links.ts"
import { askAbout, changedSentence, placeWords } from "./place.ts"

/** A conflict, as its page shows it. */
export interface Conflict extends Sides {
  readonly at: Drafting
  readonly typed: Typed
  /** What a merge made of both sides; none where they are too large for one. */
  readonly merged: MergedContents | undefined
  /** The merged version was asked for, so that what is not chosen yet is an error. */
  readonly isAsked?: boolean
  /** Why what was asked for was not done. */
  readonly refusal?: string
}

/** What is asked about, and not settled yet. */
const errorsOf = ({ merged, isAsked = false }: Conflict): FieldErrors =>
  Object.fromEntries(
    (merged?.places ?? []).flatMap(({ path, choice, fault }, index) => {
      if (fault !== undefined) return [[fields.choice(index), `${placeWords(path)}: ${fault}`] as const]
      return isAsked && choice === undefined
        ? [[fields.choice(index), `${placeWords(path)}: Choose what to keep.`] as const]
        : []
    })
  )

const whatIsMerged = ({ merged, edited, current }: Conflict): Html => {
  if (merged === undefined) return html`<p>This is too large to be merged here.</p>`
  const { places, changed } = merged
  return html` ${
    places.length === 0
      ? html`<p>You changed no place that they changed in another way: both are merged below.</p>`
      : html`<p>
          You and they changed ${counted(places.length, "place")} in different ways: choose what to keep. All else is
          merged, and nothing is saved before you say so.
        </p>`
  }
  ${when(
    changed.theirs.length + changed.mine.length > 0,
    () =>
      html`<ul>
        ${changedSentence(`Merged from revision ${current.revision}:`, changed.theirs)}
        ${changedSentence(`Merged from what you changed in revision ${edited.revision}:`, changed.mine)}
      </ul>`
  )}`
}

/** The ways out that leave one side alone, of which none is the one that is offered first. */
const otherWays = ({ current, merged }: Conflict): Html => {
  const ways = html`<p class="hint">
      Overwriting creates revision ${current.revision + 1} from what you typed alone: what they changed is undone in it,
      and stays in the history.
    </p>
    ${actions(
      button("Edit my version", { kind: "plain", name: "action", value: "edit" }),
      button("Overwrite with my version", { kind: "danger", name: "action", value: "overwrite" })
    )}`
  return merged === undefined
    ? ways
    : html`<details class="other-ways">
        <summary>Go on without merging</summary>
        ${ways}
      </details>`
}

/** What saving would change in theirs; of a merge with open places, nothing can be told yet. */
const changesIn = Effect.fnUntraced(function* (conflict: Conflict, taken: number) {
  const { at, section, mine, current, merged } = conflict
  if (merged !== undefined && merged.merged === undefined) return ""
  const content: Content =
    merged?.merged === undefined ? mine : ((yield* inTurns(parsedJson(merged.merged))) as Content)
  const changes = yield* changesTyped(at, section, current, sideOfContent(section, content), taken)
  const what = merged === undefined ? "your version" : "the merged version"
  return html`<p>
      Below is what saving ${what} would change in theirs. Lines with − are only in theirs, lines with + only in
      ${what}.
    </p>
    ${changes}`
})

/** Shows what was typed beside what somebody else saved, merged as far as that goes, and asks about the rest. */
export const conflictPage = Effect.fnUntraced(function* (conflict: Conflict) {
  const { section, at, typed, edited, current, merged, refusal } = conflict
  const changes = `${contentPath(at, section, current.id, "diff")}?from=${edited.revision}&to=${current.revision}`
  const theirs = definitionPath(at, section, current.id)
  const errors = errorsOf(conflict)
  const labels = {
    base: `Revision ${edited.revision}, before`,
    mine: "Yours",
    theirs: `Theirs, revision ${current.revision}`
  }
  const sent = html`${Object.entries(typed).map(([name, text]) => hiddenText(name, text))}
  ${(merged?.places ?? []).map((place, index) => askAbout(place, index, labels, errors[fields.choice(index)]))}`
  const shown = yield* changesIn(conflict, Buffer.byteLength(String(sent)))
  return {
    title: `${current.name} was changed meanwhile`,
    status: Object.keys(errors).length > 0 ? 400 : 409,
    body: html` ${when(refusal, (text) => notice("bad", text))}
    ${notice("warning", html`<p><b>Your version is not saved yet.</b> You edited revision ${edited.revision}; the current one is revision ${current.revision}.</p>`)}
    ${facts([
      [
        "Theirs",
        html`<a href="${theirs}">Revision ${current.revision}</a>: ${cameFrom(at, section, current.id, current.origin)},
          ${madeBy(current)}`
      ],
      ["They changed", html`<a href="${changes}">Revision ${edited.revision} to ${current.revision}</a>`],
      [
        "You edited",
        html`<a href="${definitionPath(at, section, edited.id, edited.revision)}">Revision ${edited.revision}</a>`
      ]
    ])}
    ${whatIsMerged(conflict)}
    ${form({
      action: contentPath(at, section, current.id, "edit"),
      errors,
      data: draftData(at, section, { edited, isUnsaved: true, isOffered: false }),
      body: html` ${sent} ${hidden("expectedRevision", String(edited.revision))}
        ${hidden(fields.seen, String(current.revision))}
        ${actions(
          when(merged, () => button("Save merged version", { name: "action", value: "merge" })),
          when(merged, () => button("Edit merged version", { kind: "plain", name: "action", value: "edit-merged" })),
          html`<a class="button plain" href="${theirs}" data-draft-discard>Keep their version</a>`
        )}
        <p class="hint">Keeping their version discards what you typed.</p>
        ${otherWays(conflict)}`
    })}
    ${shown}`
  } satisfies Page
})
