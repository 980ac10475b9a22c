import { type Html, html } from "./html.ts"

/** How many looks there are: `.avatar-0` and so on. */
const looks = 6

/** The same number for the same text, on every server. */
const numberOf = (text: string) => {
  let number = 0
  for (const character of text) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return number
}

const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

const firstOf = (word: string | undefined) => [...segments.segment(word ?? "")][0]?.segment ?? ""

/** Two letters at most: those that the first and the last word of a name begin with. */
const initials = (name: string): string => {
  const words = name
    .slice(0, 200)
    .split(/[\s._-]+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return `${firstOf(words[0])}${words.length > 1 ? firstOf(words.at(-1)) : ""}`.toUpperCase()
}

/** A person without a picture: their initials, in a colour that stays theirs. It says nothing that the name beside it does not. */
export const avatar = ({ id, name }: { readonly id: string; readonly name: string }): Html =>
  html`<span class="avatar avatar-${numberOf(id) % looks}" aria-hidden="true">${initials(name)}</span>`
