import { type Html, html } from "./html.ts"

/** Something to be noticed; its kind is said in words by the text, and only then in colour. */
export const notice = (kind: "good" | "bad" | "warning" | "plain", content: string | Html): Html =>
  html`<div class="notice ${kind}" role="${kind === "bad" ? "alert" : kind === "good" ? "status" : "note"}">
    ${typeof content === "string" ? html`<p>${content}</p>` : content}
  </div>`
