/** The forms that an answer of the protocol may have. Source: its revision 2025-06-18, Transports. */
const forms = { json: "application/json", stream: "text/event-stream" } as const

/** Whether a client takes a media type. One that names none takes any; weights are not looked at. */
const takes = (request: Request, type: string): boolean => {
  const accept = request.headers.get("accept")?.trim() || "*/*"
  const [major = ""] = type.split("/")
  return accept
    .split(",")
    .map((one) => one.split(";", 1)[0]!.trim().toLowerCase())
    .some((one) => one === type || one === `${major}/*` || one === "*/*")
}

/**
 * The request as the SDK wants it, which names both forms: the standard has clients name both, and some name one, or none.
 *
 * @example
 * const response = inFormOf(request, false, await fetch(withBothForms(request)))
 */
export const withBothForms = (request: Request): Request => {
  if (!Object.values(forms).some((form) => takes(request, form))) return request
  const headers = new Headers(request.headers)
  headers.set("accept", Object.values(forms).join(", "))
  const { url, method, signal } = request
  return new Request(url, { method, headers, signal })
}

const data = "data: "

/** The messages of a stream that has ended: each is one line. */
const messagesIn = (stream: string) =>
  stream.split("\n").flatMap((line) => (line.startsWith(data) ? line.slice(data.length) : []))

/** An answer in the form that the client takes, which it has in the other: nothing in it needs a stream. */
export const inFormOf = async (request: Request, isBatch: boolean, response: Response): Promise<Response> => {
  const type = response.headers.get("content-type")?.split(";", 1)[0]
  const [from, to] = type === forms.stream ? [forms.stream, forms.json] : [forms.json, forms.stream]
  if (type !== from || takes(request, from) || !takes(request, to)) return response
  const text = await response.text()
  const { status } = response
  const headers = new Headers(response.headers)
  headers.set("content-type", to)
  if (to === forms.stream) return new Response(`event: message\n${data}${text}\n\n`, { status, headers })
  const messages = messagesIn(text).join(",")
  return new Response(isBatch ? `[${messages}]` : messages, { status, headers })
}
