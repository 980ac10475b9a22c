import { isObject, parseJson } from "../../../../src/json.ts"
import { operations } from "../../../served.ts"
import { failing, type Json, type Mutant, serving } from "../mutant.ts"

const strictly = (bytes: ArrayBuffer) => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const mapStrings = (value: Json, change: (text: string) => string): Json =>
  typeof value === "string"
    ? change(value)
    : Array.isArray(value)
      ? value.map((inner) => mapStrings(inner, change))
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), mapStrings(inner, change)]))
        : value

const mapNumbers = (value: Json): Json =>
  typeof value === "number"
    ? Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value)) || !Number.isFinite(value)
      ? 0
      : value
    : Array.isArray(value)
      ? value.map(mapNumbers)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapNumbers(inner)]))
        : value

/** How a body that has to be refused is read: undefined where it is another sort of body. */
const readings: Readonly<Record<string, (bytes: ArrayBuffer) => Json>> = {
  "what is not UTF-8": (bytes) =>
    strictly(bytes) === undefined ? parseJson(new TextDecoder().decode(bytes)) : undefined,
  "Latin-1 for UTF-8": (bytes) =>
    strictly(bytes) === undefined ? parseJson(new TextDecoder("latin1").decode(bytes)) : undefined,
  "a NUL": (bytes) => {
    const value = parseJson(strictly(bytes) ?? "")
    const other = mapStrings(value, (text) => text.replaceAll("\0", ""))
    return JSON.stringify(other) === JSON.stringify(value) ? undefined : other
  },
  "half a surrogate pair": (bytes) => {
    const value = parseJson(strictly(bytes) ?? "")
    const other = mapStrings(value, (text) => text.toWellFormed())
    return JSON.stringify(other) === JSON.stringify(value) ? undefined : other
  },
  "a number that it rounds, or a member that is there twice": (bytes) => parseJson(strictly(bytes) ?? ""),
  "a number that it takes for zero": (bytes) => {
    const value = parseJson(strictly(bytes) ?? "")
    const other = mapNumbers(value)
    return JSON.stringify(other) === JSON.stringify(value) ? undefined : other
  },
  "an empty body": (bytes) => (bytes.byteLength === 0 ? {} : undefined),
  "a list of an input": (bytes) => {
    const value = parseJson(strictly(bytes) ?? "")
    return Array.isArray(value) ? (value[0] ?? {}) : undefined
  },
  "null for an empty input": (bytes) => (strictly(bytes)?.trim() === "null" ? {} : undefined),
  "JSON in a text": (bytes) => {
    const value = parseJson(strictly(bytes) ?? "")
    return typeof value === "string" ? parseJson(value) : undefined
  },
  "JSON with more behind it": (bytes) => {
    const text = strictly(bytes) ?? ""
    return parseJson(text) === undefined
      ? parseJson(text.slice(0, text.lastIndexOf("}", text.length - 2) + 1))
      : undefined
  },
  "a comma at the end": (bytes) => {
    const text = strictly(bytes) ?? ""
    return parseJson(text) === undefined ? parseJson(text.replace(/,(\s*[}\]])/g, "$1")) : undefined
  }
}

const limitBytes = 1024 * 1024

/** Servers that read bodies wrongly. */
export const bodies: ReadonlyArray<Mutant> = operations.flatMap((operation): ReadonlyArray<Mutant> => {
  const base = { operation: operation.id, place: "body" }
  return [
    ...Object.entries(readings).map(([name, read]): Mutant => ({
      ...base,
      operator: `take ${name}`,
      serve: () =>
        failing(operation, "VALIDATION_ERROR", async (_, __, call) => {
          const bytes = await call.request.clone().arrayBuffer()
          const input = read(bytes)
          if (input === undefined) return undefined
          const answer = await call.pass({ input })
          return answer.status === 400 ? undefined : answer
        })
    })),
    {
      ...base,
      operator: "take a body of more than 1 MiB",
      serve: () =>
        failing(operation, "PAYLOAD_TOO_LARGE", async (_, __, call) => {
          const input = (await call.request
            .clone()
            .json()
            .catch(() => undefined)) as Json
          return call.pass({ input: mapStrings(input, (text) => text.slice(0, 1000)) })
        })
    },
    {
      ...base,
      operator: "refuse a body of 1 MiB",
      serve: () =>
        serving(operation.id, () => async (call, fire) => {
          const { byteLength } = await call.request.clone().arrayBuffer()
          if (byteLength !== limitBytes) return call.pass()
          fire()
          const input = { filler: "x".repeat(limitBytes) }
          return call.pass({ input })
        })
    },
    {
      ...base,
      operator: "take a body of any type",
      serve: () =>
        failing(operation, "VALIDATION_ERROR", async (_, __, call) => {
          if (call.request.headers.get("content-type") === "application/json") return undefined
          const answer = await call.pass({ headers: { "content-type": "application/json" } })
          return answer.status === 400 ? undefined : answer
        })
    },
    {
      ...base,
      operator: "take a body that is encoded",
      serve: () =>
        serving(operation.id, (target) => async (call, fire) => {
          const headers = new Headers(call.request.headers)
          if (!headers.has("content-encoding")) return call.pass()
          headers.delete("content-encoding")
          fire()
          const body = await call.request.clone().arrayBuffer()
          return target.fetch!(new Request(call.request.url, { method: "POST", headers, body }))
        })
    },
    // A read that is carried out changes nothing.
    ...(operation.effect === "read" ? [] : (["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"] as const)).map(
      (code): Mutant => ({
        ...base,
        place: code,
        operator: "carry out the example, and tell that it was refused",
        serve: () =>
          failing(operation, code, async (answer, error, call, fire) => {
            const sent = strictly(await call.request.clone().arrayBuffer()) ?? ""
            const { example } = operation
            // What an example refers to is not there.
            const alone = isObject(example.input) && "references" in example.input ? { references: {} } : {}
            const input = { ...(example.input as object), ...alone, ...asked(parseJson(sent)) }
            if ((await call.pass({ input })).status === 200) fire()
            return new Response(JSON.stringify({ error }), { status: answer.status, headers: answer.headers })
          })
      })
    )
  ]
})

/** Of an input that is refused, what tells whose it is. */
const asked = (input: Json) => {
  const { id, expectedRevision, name } = (typeof input === "object" && input !== null ? input : {}) as Json
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(Number.isInteger(expectedRevision) ? { expectedRevision } : {}),
    ...(typeof name === "string" ? { name } : {})
  }
}
