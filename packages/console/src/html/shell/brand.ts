import type { Site } from "../../site.ts"
import { path } from "../../paths.ts"
import { type Html, html } from "../html.ts"

const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

const firstOf = (name: string) => [...segments.segment(name.trim().slice(0, 40))][0]?.segment.toUpperCase() ?? ""

/** What the product is called, with its mark: a letter of its name, or what its theme says. */
export const brand = (site: Pick<Site, "name" | "prefix" | "theme">): Html =>
  html`<a class="brand" href="${path(site)}"
    ><span class="mark" aria-hidden="true">${site.theme?.mark ?? firstOf(site.name)}</span>
    <span class="brand-name">${site.name}</span></a
  >`
