import { type Html, html } from "./html.ts"
import { icon } from "./icon.ts"

/**
 * What has just been done. It stands above the page's content; a script lets it float at the end of the window, where it
 * can be dismissed.
 */
export const toast = (text: string | Html): Html =>
  html`<div class="toast" role="status" data-toast>
    ${icon("circle-check")}
    <p>${text}</p>
  </div>`
