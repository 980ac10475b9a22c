import { betweenTags, type Html, html, when } from "./html.ts"

/** A button that copies the text of an element; the script shows it where it can. */
const copyButton = (id: string, about = ""): Html =>
  html`<button type="button" class="button plain copy" data-copy="${id}" hidden>
    Copy<span class="unseen"> ${about}</span>
  </button>`

/**
 * Text in a fixed width that scrolls by itself, or is broken into lines where `wrap` is set. `label` says what it is;
 * `id` is the page's own for it.
 */
export const codeBlock = (options: {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly wrap?: boolean
  /** Whether a heading says the label already. */
  readonly titled?: boolean
}): Html =>
  html`<figure class="code">
    <figcaption ${when(options.titled, () => html`class="titled"`)}>
      ${options.titled ? "" : options.label} ${copyButton(options.id, options.label)}
    </figcaption>
    <pre
      tabindex="0"
      role="region"
      ${when(options.wrap, () => html`class="wrap"`)}
      aria-label="${options.label}"
    ><code id="${options.id}">${betweenTags(options.text)}</code></pre>
  </figure>`

/** A short piece of code in a line. */
export const code = (text: string): Html => html`<code>${text}</code>`

/** A short piece of code that stays in one line. */
export const wholeCode = (text: string): Html => html`<code class="whole">${text}</code>`
