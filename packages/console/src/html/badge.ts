import { type Html, html } from "./html.ts"

/** What a badge says by its colour; its text says it, too. */
export type BadgeRole = "neutral" | "accent" | "good" | "warning" | "bad"

/** A short word beside a name: a role, a state. */
export const badge = (text: string | Html, role: BadgeRole = "neutral"): Html =>
  html`<span class="badge ${role}">${text}</span>`
