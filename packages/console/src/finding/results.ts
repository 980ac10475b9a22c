import { bdi, type Html, html, when } from "../html/html.ts"
import { icon, type IconName } from "../html/icon.ts"

/** What somebody may have looked for, and where it is. */
export interface Result {
  readonly label: string
  readonly href: string
  readonly icon: IconName
  /** What tells it from others of its name. */
  readonly about?: string | Html | undefined
}

/** Results of one sort. */
export interface ResultGroup {
  readonly title: string
  readonly results: ReadonlyArray<Result>
}

const item = ({ label, href, icon: name, about }: Result) =>
  html`<li>
    <a href="${href}"
      >${icon(name)} <span>${bdi(label)}</span>${when(about, (about) => html` <span class="quiet">${about}</span>`)}</a
    >
  </li>`

/** The results of each sort that has some, and what is left out. The script of the palette shows the same list. */
export const drawResults = (asked: string, groups: ReadonlyArray<ResultGroup>, cut?: string): Html => {
  const some = groups.filter(({ results }) => results.length > 0)
  return html`<div id="found" class="found">
    ${
      some.length === 0
        ? html`<p class="quiet">Nothing has “${bdi(asked)}” in its name. Try one word of it, or the ID of a trace.</p>`
        : some.map(
            ({ title, results }, n) =>
              html`<section aria-labelledby="found-${n}">
                <h2 id="found-${n}">${title}</h2>
                <ul>
                  ${results.map(item)}
                </ul>
              </section>`
          )
    }
    ${when(cut, (cut) => html`<p class="quiet">${cut}</p>`)}
  </div>`
}
