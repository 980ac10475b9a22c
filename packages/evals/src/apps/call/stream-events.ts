/** An event of a stream. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
}

const lines = (text: string): ReadonlyArray<string> => text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)

/** The events of Server-Sent Events. What has no empty line behind it is no event. Source: the HTML standard, 9.2.6. */
export const sseEvents = (text: string): ReadonlyArray<StreamEvent> => {
  const events: Array<StreamEvent> = []
  let type = "message"
  let data: Array<string> = []
  for (const line of lines(text)) {
    if (line === "") {
      if (data.length > 0) events.push({ type, data: data.join("\n") })
      type = "message"
      data = []
      continue
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === "data") data.push(value)
    if (field === "event") type = value
  }
  return events
}

/** The lines of NDJSON, as events. */
export const ndjsonEvents = (text: string): ReadonlyArray<StreamEvent> =>
  lines(text)
    .filter((line) => line.trim() !== "")
    .map((data) => ({ type: "message", data }))
