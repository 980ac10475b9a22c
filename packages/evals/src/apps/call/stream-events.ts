/** An event of a stream. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
}

/** What the lines of a stream come to, one after the other: the event that a line ends, if it ends one. */
export type EventReader = (line: string) => StreamEvent | undefined

/** The lines of a text, one at a time. What is behind the last end of a line is one too, if there is something. */
export function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\n|\r/g
  let from = text.startsWith("\uFEFF") ? 1 : 0
  ends.lastIndex = from
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(from, end.index)
    from = ends.lastIndex
  }
  if (from < text.length) yield text.slice(from)
}

/** Reads Server-Sent Events. What has no empty line behind it is no event. Source: the HTML standard, 9.2.6. */
export const sseReader = (): EventReader => {
  let type = "message"
  let data: Array<string> = []
  return (line) => {
    if (line === "") {
      const event = data.length > 0 ? { type, data: data.join("\n") } : undefined
      type = "message"
      data = []
      return event
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === "data") data.push(value)
    if (field === "event") type = value
    return undefined
  }
}

/** Reads the lines of NDJSON as events. */
export const ndjsonReader = (): EventReader => (line) =>
  line.trim() === "" ? undefined : { type: "message", data: line }
