import { shapes } from "./generated/icons.ts"
import { type Html, made } from "./html.ts"

/** What the icons are called: names of https://lucide.dev/icons that `scripts/icons.ts` lists. */
export type IconName = keyof typeof shapes

/** An icon of the size of the text that it stands in. It says nothing by itself: a text beside it does. */
export const icon = (name: IconName): Html =>
  made(`<svg class="icon" width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">${shapes[name]}</svg>`)
