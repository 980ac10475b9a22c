import { type Html, html, when } from "../../html/html.ts"
import { type Content, compareContents, isChanged, type Part } from "../diff/content.ts"
import { type Block, fold, type Line } from "../diff/fold.ts"
import type { JsonChange } from "../diff/json.ts"
import type { Run } from "../diff/sequences.ts"
import type { ContentKind } from "../kinds.ts"
import { pointerOf } from "../pointer.ts"

/** How many places, and lines of one text, are shown, and lines folded away at once: more than anybody reads. */
const [maxPlaces, maxLines, maxFolded] = [100, 3000, 500]

const signs = { kept: ["\u00a0", ""], removed: ["−", "Removed: "], added: ["+", "Added: "] } as const

/** What cannot be seen in a line, made to be seen. */
const visible = (text: string) => text.replaceAll("\r", "␍")

const line = ({ type, before, after, item }: Line<string>): Html => {
  const [sign, said] = signs[type]
  const content = html`<span class="number" aria-hidden="true">${before ?? ""}</span
    ><span class="number" aria-hidden="true">${after ?? ""}</span><span class="sign" aria-hidden="true">${sign}</span
    ><code><span class="unseen">${said}</span>${visible(item)}</code>`
  switch (type) {
    case "kept":
      return html`<div class="line">${content}</div>`
    case "removed":
      return html`<del class="line">${content}</del>`
    case "added":
      return html`<ins class="line">${content}</ins>`
  }
}

const block = ({ folded, lines }: Block<string>): Html => {
  if (!folded) return html`${lines.map(line)}`
  return lines.length > maxFolded
    ? html`<p>${lines.length} unchanged lines</p>`
    : html`<details>
        <summary>${lines.length} unchanged lines</summary>
        ${lines.map(line)}
      </details>`
}

/** The blocks with as many lines as are shown; what is folded away takes no place. */
const cut = (blocks: ReadonlyArray<Block<string>>) => {
  let left = maxLines
  return blocks.flatMap(({ folded, lines }) => {
    if (left === 0) return []
    const shown = folded ? lines : lines.slice(0, left)
    left -= folded ? 0 : shown.length
    return [{ folded, lines: shown }]
  })
}

const isCut = (blocks: ReadonlyArray<Block<string>>) =>
  blocks.reduce((sum, { folded, lines }) => sum + (folded ? 0 : lines.length), 0) > maxLines

const lines = (label: string, runs: ReadonlyArray<Run<string>>, look = ""): Html => {
  const blocks = fold(runs)
  return html`<div class="diff ${look}" role="group" aria-label="${label}">${cut(blocks).map(block)}</div>
    ${when(isCut(blocks), () => html`<p>These are the first ${maxLines} lines of it; there are more.</p>`)}`
}

const run = (type: Run<string>["type"], value: unknown): Run<string> => ({
  type,
  items: (JSON.stringify(value, null, 2) ?? "").split("\n")
})

const runsOf = (change: JsonChange): ReadonlyArray<Run<string>> => {
  switch (change.type) {
    case "added":
      return [run("added", change.after)]
    case "removed":
      return [run("removed", change.before)]
    case "changed":
      return [run("removed", change.before), run("added", change.after)]
    case "items":
      return change.runs.map(({ type, items }) => ({ type, items: items.map((item) => JSON.stringify(item)) }))
  }
}

const what = { added: "added", removed: "removed", changed: "changed", items: "items changed" } as const

const value =
  ({ title }: Part) =>
  (change: JsonChange): Html => {
    const path = pointerOf(change.path)
    return html` ${when(path !== "", () => html`<h3><code>${path}</code> ${what[change.type]}</h3>`)}
    ${lines(`${title} ${path}`, runsOf(change), change.type === "items" ? "" : "unnumbered")}`
  }

const part = (each: Part): Html =>
  html`<section>
    <h2>${each.title}</h2>
    ${each.values.slice(0, maxPlaces).map(value(each))}
    ${when(each.values.length > maxPlaces, () => html`<p>${each.values.length - maxPlaces} more places differ.</p>`)}
    ${when(each.text.length > 0, () => lines(each.title, each.text))}
  </section>`

const listed = new Intl.ListFormat("en")

/** How one content of a definition becomes another, for reading: every part that changed, with signs and words. */
export const changesBetween = (kind: ContentKind, before: Content, after: Content): Html => {
  const parts = compareContents(kind, before, after)
  const same = parts.filter((each) => !isChanged(each)).map(({ title }) => title.toLowerCase())
  return html` ${parts.filter(isChanged).map(part)}
  ${
    same.length === parts.length
      ? html`<p>They say the same: no part differs.</p>`
      : when(same.length > 0, () => html`<p class="quiet">Unchanged: ${listed.format(same)}.</p>`)
  }`
}
