/** What a host gives the console of its own looks. */
export interface Theme {
  /**
   * The colour of links, of what is chosen and of primary buttons: `#rrggbb` in light, and in dark. Each needs a contrast of 4.5:1
   * to the page there.
   */
  readonly accent?: { readonly light: string; readonly dark: string }
  /** One to three letters beside the name. Default: the first one of it. */
  readonly mark?: string
}

/** A theme that was checked, as styles that follow the console's own. */
export interface CheckedTheme {
  readonly css: string
  readonly mark?: string
}

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (colour: string): Channels => {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

const luminance = (colour: string) => {
  const linear = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = channelsOf(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two colours, from 1 to 21, as WCAG computes it. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** So much of a colour over another, as a soft ground. */
const mix = (over: string, under: string, part: number) => {
  const grounds = channelsOf(under)
  const mixed = channelsOf(over).map((channel, n) => Math.round(channel * part + grounds[n]! * (1 - part)))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`
}

/** What the accent is read on: the page, and what is raised or pointed at. `base/tokens.css` has them. */
const grounds = { light: ["#ffffff", "#f0f2f5"], dark: ["#101216", "#20242c"] } as const

const segments = new Intl.Segmenter("en", { granularity: "grapheme" })

const readable = (scheme: "light" | "dark", colour: unknown): string => {
  if (typeof colour !== "string" || !/^#[0-9a-f]{6}$/i.test(colour)) {
    throw new TypeError(
      `theme.accent.${scheme} has to be a colour such as "#0b6e4f", and not ${JSON.stringify(colour)}.`
    )
  }
  const soft = mix(colour, grounds[scheme][0], 0.1)
  const worst = Math.min(...[...grounds[scheme], soft].map((ground) => contrast(colour, ground)))
  if (worst >= 4.5) return soft
  const advice = scheme === "light" ? "darker" : "lighter"
  throw new TypeError(
    `theme.accent.${scheme}, ${colour}, has a contrast of ${worst.toFixed(1)}:1 where it is read, and needs 4.5:1. Choose a ${advice} one.`
  )
}

const styles = ({ light, dark }: NonNullable<Theme["accent"]>) => {
  const [softLight, softDark] = [readable("light", light), readable("dark", dark)]
  return `@layer last{:root{--accent:light-dark(${light},${dark});--accent-fill:${light};--accent-soft:light-dark(${softLight},${softDark})}}`
}

/** A theme as styles. Throws a `TypeError` for a colour that can't be read, or that is none. */
export const checkTheme = ({ accent, mark }: Theme = {}): CheckedTheme => {
  if (mark !== undefined && (mark.trim() === "" || /\p{C}/u.test(mark) || [...segments.segment(mark)].length > 3)) {
    throw new TypeError(`theme.mark has to be one to three letters, and not ${JSON.stringify(mark)}.`)
  }
  return { css: accent === undefined ? "" : styles(accent), ...(mark !== undefined && { mark }) }
}
