import { radios, textArea } from "../../html/field.ts"
import { betweenTags, type Html, html, when } from "../../html/html.ts"
import { fields } from "../merge/choices.ts"
import type { Place, Version } from "../merge/merge-contents.ts"
import { capital, clip } from "../words.ts"

/** A place of a definition in words: "Settings › columns › trace.name". */
export const placeWords = (path: ReadonlyArray<string>): string =>
  capital(path.map((key) => (key === "" ? "“”" : clip(key, 80))).join(" › "))

/** What cannot be seen in a text, made to be seen. */
const visible = (text: string) => text.replaceAll("\r", "␍")

const versionBox = (place: string, label: string, { text, isCut }: Version): Html =>
  html`<section class="version">
    <h3>${label}${isCut ? ", the beginning" : ""}</h3>
    ${
      text === undefined
        ? html`<p class="quiet">Nothing</p>`
        : html`<pre
            tabindex="0"
            role="region"
            aria-label="${place}: ${label}"
          ><code>${betweenTags(visible(text))}</code></pre>`
    }
  </section>`

/** What the versions of a place are called. */
export interface Labels {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

const own = (place: Place, index: number, { fault }: Place) => {
  const { choice, mine } = place
  const isLong = mine.isCut
  const value = choice?.take === "edit" ? choice.text : (mine.text ?? "")
  return isLong
    ? []
    : [
        {
          value: "edit",
          label: "Something else",
          more: textArea({
            name: fields.text(index),
            label: place.type === "lines" ? "Lines" : "Value",
            value,
            rows: Math.min(12, Math.max(3, value.split("\n").length)),
            code: true,
            error: fault
          })
        }
      ]
}

/** Asks what becomes of a place that both sides changed. Nothing is chosen that nobody chose. */
export const askAbout = (place: Place, index: number, labels: Labels, error: string | undefined): Html => {
  const words = placeWords(place.path)
  return html`<section class="place" aria-label="${words}">
    <h2>${words}</h2>
    <div class="versions">
      ${versionBox(words, labels.base, place.base)} ${versionBox(words, labels.theirs, place.theirs)}
      ${versionBox(words, labels.mine, place.mine)}
    </div>
    ${radios({
      name: fields.choice(index),
      label: `Keep for ${words}`,
      error,
      chosen: place.choice === undefined ? [] : [place.choice.take],
      options: [
        { value: "theirs", label: labels.theirs },
        { value: "mine", label: labels.mine },
        ...own(place, index, place)
      ]
    })}
  </section>`
}

/** What only one side changed, in a sentence. */
export const changedSentence = (who: string, paths: ReadonlyArray<ReadonlyArray<string>>): Html | "" =>
  when(
    paths.length > 0,
    () => html`<li>${who} ${paths.map((path, at) => html`${at === 0 ? "" : ", "}<b>${placeWords(path)}</b>`)}.</li>`
  )
