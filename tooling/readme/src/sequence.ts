/** A message of a sequence diagram, from one participant to another or to itself. */
interface Message {
  readonly from: string
  readonly to: string
  readonly text: string
  /** Whether it answers an earlier one. */
  readonly isAnswer: boolean
}

interface Sequence {
  /** Names of the participants by their letters, from left to right. */
  readonly participants: ReadonlyMap<string, string>
  readonly messages: ReadonlyArray<Message>
}

/** Reads the part of Mermaid's language that the documents use. Throws at a line that it does not know. */
const parse = (source: string): Sequence => {
  const participants = new Map<string, string>()
  const messages: Array<Message> = []
  for (const line of source.trim().split("\n").slice(1)) {
    const participant = /^ *participant (\w+) as (.+)$/.exec(line)
    const message = /^ *(\w+)(--?>>)(\w+): (.+)$/.exec(line)
    if (participant) participants.set(participant[1]!, participant[2]!)
    else if (message) {
      const [, from, arrow, to, text] = message
      messages.push({ from: from!, to: to!, text: text!, isAnswer: arrow === "-->>" })
    } else throw new Error(`No line of a sequence diagram: ${line}`)
  }
  return { participants, messages }
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const [row, top, margin] = [44, 64, 110]

/** About how wide a text is, in the font of the drawing. */
const widthOf = (text: string) => text.length * 7.2

/**
 * Draws a sequence diagram in Mermaid's language as an SVG that is read in the light and in the dark.
 *
 * @example
 * sequenceSvg("sequenceDiagram\n  participant C as Caller\n  C->>C: thinks", "A caller that thinks")
 */
export const sequenceSvg = (source: string, title: string): string => {
  const { participants, messages } = parse(source)
  const letters = [...participants.keys()]
  const column = Math.max(190, Math.min(380, 900 / (letters.length - 1)))
  const xOf = (letter: string) => margin + letters.indexOf(letter) * column
  const [width, height] = [2 * margin + (letters.length - 1) * column, top + messages.length * row + 40]
  const heads = [...participants].map(
    ([letter, name]) => `<line class="life" x1="${xOf(letter)}" x2="${xOf(letter)}" y1="40" y2="${height - 12}"/>
<rect class="head" x="${xOf(letter) - 85}" y="10" width="170" height="30" rx="4"/>
<text class="name" x="${xOf(letter)}" y="30">${escape(name)}</text>`
  )
  const arrows = messages.map(({ from, to, text, isAnswer }, index) => {
    const [a, b, y] = [xOf(from), xOf(to), top + (index + 1) * row - 12]
    const name = isAnswer ? "arrow answer" : "arrow"
    const path = a === b ? `M${a} ${y - 10}h30v14h-26` : `M${a} ${y}H${b + (b > a ? -4 : 4)}`
    // A long text is over its arrow as far as the drawing has room.
    const half = widthOf(text) / 2
    const x = a === b ? a + 40 + half : Math.max(8 + half, Math.min(width - 8 - half, (a + b) / 2))
    return `<path class="${name}" d="${path}" marker-end="url(#end)"/>
<text x="${x}" y="${a === b ? y + 1 : y - 7}">${escape(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>
svg { background: var(--ground); --ground: #fff; --ink: #1f2933; --line: #9aa5b1; --head: #eef2f7 }
@media (prefers-color-scheme: dark) { svg { --ground: #14181d; --ink: #e4e7eb; --line: #616e7c; --head: #232a32 } }
text { font: 13px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; stroke: var(--ground); stroke-width: 4px; paint-order: stroke }
.name { font-weight: 600; stroke: none }
.head { fill: var(--head); stroke: var(--line) }
.life { stroke: var(--line); stroke-dasharray: 3 4 }
.arrow { fill: none; stroke: var(--ink); stroke-width: 1.4 }
.answer { stroke-dasharray: 5 4 }
.tip { fill: var(--ink) }
</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0l8 4-8 4z"/></marker></defs>
${[...heads, ...arrows].join("\n")}
</svg>
`
}
