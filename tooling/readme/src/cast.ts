interface Step {
  /** Lines that are typed. */
  readonly code: string
  /** Lines that are printed then. */
  readonly output: string
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const [line, top, left, letter] = [21, 58, 20, 7.8]
/** Seconds that all of it takes: what moves by itself has to end within five. Source: WCAG 2.2, 2.2.2. */
const total = 4.8

/**
 * Draws commands and what they print as an SVG in which they appear one after the other, once. Who wants no motion sees all at
 * once.
 *
 * @example
 * castSvg([{ code: "echo one", output: "one" }], "A terminal that echoes")
 */
export const castSvg = (steps: ReadonlyArray<Step>, title: string): string => {
  const lines = steps.flatMap(({ code, output }) => [
    ...code
      .trim()
      .split("\n")
      .map((text) => ({ text: `$ ${text}`, typed: true })),
    ...output
      .trim()
      .split("\n")
      .map((text) => ({ text, typed: false }))
  ])
  const weights = lines.map(({ typed }) => (typed ? 4 : 1))
  const second = total / weights.reduce((sum, weight) => sum + weight, 0)
  const width = 2 * left + letter * Math.max(...lines.map(({ text }) => text.length))
  const height = top + line * lines.length
  let begin = 0
  const drawn = lines.map(({ text, typed }, index) => {
    const delay = begin.toFixed(2)
    begin += weights[index]! * second
    const name = typed ? "typed" : "printed"
    return `<text class="${name}" x="${left}" y="${top + index * line}" style="animation-delay: ${delay}s">${escape(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" width="${width.toFixed(0)}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>
text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }
.typed { fill: #f5f7fa }
.printed { fill: #9fb3c8 }
text { animation: 0.2s both show }
/* Where nothing moves, as on paper, all of it can be read. */
@keyframes show { from { opacity: 0.35 } to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
<rect width="100%" height="100%" rx="8" fill="#1b222b"/>
<g fill="#52606d"><circle cx="22" cy="20" r="5"/><circle cx="40" cy="20" r="5"/><circle cx="58" cy="20" r="5"/></g>
${drawn.join("\n")}
</svg>
`
}
