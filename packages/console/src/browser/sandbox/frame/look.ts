import type { Theme } from "../protocol.ts"

/** How a component looks by itself: as the console does. Constructed, so that the policy of the frame allows no style. */
const base = `
:root { font: 0.9375rem/1.5 system-ui, sans-serif; color: var(--text, CanvasText); }
body { margin: 0; overflow-wrap: anywhere; }
#root { display: flow-root; padding: 2px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 1.25rem 0 0.5rem; }
:is(h1, h2, h3, h4, p, ul, ol, dl, table):first-child { margin-top: 0; }
table { border-collapse: collapse; font-size: 0.875rem; }
caption { text-align: start; padding-block: 0.25rem; color: var(--muted, GrayText); }
th, td { text-align: start; padding: 0.375rem 0.75rem 0.375rem 0; border-block-end: 1px solid var(--border, #8886); vertical-align: top; }
th { font-weight: 600; }
code, pre, kbd, samp { font-family: var(--mono, monospace); font-size: 0.875em; }
button, input, select, textarea { font: inherit; color: inherit; background: var(--surface, Canvas); border: 1px solid var(--border-strong, #888); border-radius: var(--radius, 6px); padding: 0.25rem 0.625rem; }
button { cursor: pointer; background: var(--raised, ButtonFace); }
input:is([type="checkbox"], [type="radio"], [type="range"], [type="color"]) { padding: 0; }
:focus-visible { outline: 2px solid var(--accent, Highlight); outline-offset: 2px; }
svg { max-width: 100%; }
`

/** Dresses the document, and again whenever the look of the page changes. */
export const makeLook = () => {
  const [sheet, theme] = [new CSSStyleSheet(), new CSSStyleSheet()]
  sheet.replaceSync(base)
  document.adoptedStyleSheets = [sheet, theme]
  return ({ scheme, properties }: Theme) => {
    theme.replaceSync(":root {}")
    const rule = theme.cssRules[0]
    if (!(rule instanceof CSSStyleRule)) return
    rule.style.setProperty("color-scheme", scheme)
    for (const [name, value] of Object.entries(properties)) rule.style.setProperty(name, value)
  }
}
