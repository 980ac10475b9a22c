import { type Html, html, when } from "./html.ts"

/**
 * A link to a page that asks something, such as one of `confirmPage`. A script shows what the page asks in a dialog over
 * this page; without one, it is followed.
 *
 * @example
 * dialogLink("Revoke", to(key.id, "revoke"), { about: key.name })
 */
export const dialogLink = (
  label: string,
  href: string,
  { kind = "plain", about }: { readonly kind?: "primary" | "plain" | "danger"; readonly about?: string } = {}
): Html =>
  html`<a class="button ${kind}" href="${href}" data-dialog
    >${label}${when(about, (about) => html`<span class="unseen"> ${about}</span>`)}</a
  >`
