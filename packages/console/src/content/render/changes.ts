import {
  type Block,
  compareSides,
  fold,
  isChanged,
  type JsonChange,
  type Line,
  type Part,
  type Run,
  type Side
} from "@agent-operations/definition-diff"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { type Html, html, when } from "../../html/html.ts"
import { clip } from "../words.ts"
import { printJson } from "./print.ts"
import { type Room, roomOf, takeRoom } from "./room.ts"

/** How many places are shown of a part, and lines folded away at once: more than anybody reads. */
const [maxPlaces, maxFolded] = [100, 500]

/** How much of a line, of a path, and of one value, is shown. */
const [maxLine, maxPath, maxValue] = [2000, 1000, 64 * 1024]

const signs = { kept: ["\u00a0", ""], removed: ["−", "Removed: "], added: ["+", "Added: "] } as const

/** What cannot be seen in a line, made to be seen. */
const visible = (text: string) => text.replaceAll("\r", "␍")

const line = ({ type, before, after }: Line<unknown>, text: string): Html => {
  const [sign, said] = signs[type]
  const content = html`<span class="number" aria-hidden="true">${before ?? ""}</span
    ><span class="number" aria-hidden="true">${after ?? ""}</span><span class="sign" aria-hidden="true">${sign}</span
    ><code><span class="unseen">${said}</span>${visible(text)}</code>`
  switch (type) {
    case "kept":
      return html`<div class="line">${content}</div>`
    case "removed":
      return html`<del class="line">${content}</del>`
    case "added":
      return html`<ins class="line">${content}</ins>`
  }
}

/** Some changes, as lines: those that there is room for. */
const makeChanges = (room: Room) => {
  const shown = <T>(lines: ReadonlyArray<Line<T>>, print: (item: T) => string): ReadonlyArray<Html> => {
    const shown: Array<Html> = []
    for (const each of lines) {
      const text = print(each.item)
      if (text.length > maxLine) room.isCut = true
      const made = line(each, clip(text, maxLine))
      if (!takeRoom(room, made)) break
      shown.push(made)
    }
    return shown
  }

  const block =
    <T>(print: (item: T) => string) =>
    ({ folded, lines }: Block<T>): Html | "" => {
      if (folded && (lines.length > maxFolded || lines.length > room.folded)) {
        return html`<p>${lines.length} unchanged lines</p>`
      }
      if (folded) {
        room.folded -= lines.length
        return html`<details>
          <summary>${lines.length} unchanged lines</summary>
          ${shown(lines, print)}
        </details>`
      }
      if (lines.length > room.lines) room.isCut = true
      const first = lines.slice(0, room.lines)
      room.lines -= first.length
      return when(first.length > 0, () => html`${shown(first, print)}`)
    }

  const lines = <T>(label: string, runs: ReadonlyArray<Run<T>>, print: (item: T) => string, look = ""): Html =>
    html`<div class="diff ${look}" role="group" aria-label="${label}">${fold(runs).map(block(print))}</div>`

  const run = (type: Run<string>["type"], value: Parameters<typeof printJson>[0]): Run<string> => {
    const { text, isCut } = printJson(value, { indent: 2, most: Math.min(maxValue, Math.max(0, room.bytes)) })
    room.isCut ||= isCut
    return { type, items: text.split("\n") }
  }

  const runsOf = (change: Exclude<JsonChange, { readonly type: "items" }>): ReadonlyArray<Run<string>> => {
    switch (change.type) {
      case "added":
        return [run("added", change.after)]
      case "removed":
        return [run("removed", change.before)]
      case "changed":
        return [run("removed", change.before), run("added", change.after)]
    }
  }

  const what = { added: "added", removed: "removed", changed: "changed", items: "items changed" } as const

  const value = ({ title }: Part, change: JsonChange): Html => {
    const pointer = pointerOf(change.path)
    if (pointer.length > maxPath) room.isCut = true
    const path = clip(pointer, maxPath)
    const label = `${title} ${path}`
    return html` ${when(path !== "", () => html`<h3><code>${path}</code> ${what[change.type]}</h3>`)}
    ${
      change.type === "items"
        ? lines(label, change.runs, (item) => printJson(item, { indent: 0, most: maxLine + 1 }).text)
        : lines(label, runsOf(change), (text) => text, "unnumbered")
    }`
  }

  return (part: Part): Html => {
    const places: Array<Html> = []
    for (const change of part.values) {
      if (places.length === maxPlaces || room.lines <= 0 || room.bytes <= 0) break
      places.push(value(part, change))
    }
    const more = part.values.length - places.length
    if (more > 0) room.isCut = true
    return html`<section>
      <h2>${part.title}</h2>
      ${places} ${when(more > 0, () => html`<p>At least ${more} more places differ.</p>`)}
      ${when(part.text.length > 0, () => lines(part.title, part.text, (text) => text))}
    </section>`
  }
}

const listed = new Intl.ListFormat("en")

/**
 * How one content of a definition becomes another, for reading: every part that changed, with signs and words, in at
 * most about `bytes` of markup.
 */
export const renderChanges = (before: Side, after: Side, bytes: number) => {
  const room = roomOf(bytes)
  const parts = compareSides(before, after)
  const same = parts.filter((each) => !isChanged(each)).map(({ title }) => title.toLowerCase())
  const markup = html` ${parts.filter(isChanged).map(makeChanges(room))}
  ${
    same.length === parts.length
      ? html`<p>Their content is identical.</p>`
      : when(same.length > 0, () => html`<p class="quiet">Unchanged: ${listed.format(same)}.</p>`)
  }`
  return { markup: String(markup), isCut: room.isCut }
}
