/** By what a browser calls itself, the first that fits: many name those before them, too. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"]
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"]
]

const found = (known: typeof browsers, text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/**
 * What a browser says that it is, in words: "Firefox on Linux". It may say anything, so that this is a help to recognize
 * it, and no more.
 *
 * @example
 * deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") // "Firefox on Linux"
 */
export const deviceOf = (userAgent: string | null): string => {
  if (userAgent === null) return "A browser that does not say what it is"
  const [browser, system] = [found(browsers, userAgent), found(systems, userAgent)]
  if (browser === undefined && system === undefined) return "A browser that is not known here"
  return `${browser ?? "A browser"}${system === undefined ? "" : ` on ${system}`}`
}
