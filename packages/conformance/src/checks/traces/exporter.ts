import { gzipSync } from "node:zlib"
import { statuses } from "@agent-operations/error-envelope"
import { expect } from "../../Broken.ts"
import type { Context } from "../../check.ts"
import { isObject, type JsonObject, parseJson } from "../../json.ts"
import type { ExportRequest } from "../../otlp/message.ts"
import { readResponse, readStatus, toProtobuf } from "../../otlp/protobuf.ts"
import type { Received } from "../../transport.ts"

const otlpPath = "/v1/traces"

export const contentTypes = { protobuf: "application/x-protobuf", json: "application/json" } as const
export type Encoding = keyof typeof contentTypes

/** How a request is sent; undefined leaves a header out. */
export interface ExportOptions {
  readonly encoding?: Encoding | undefined
  readonly gzip?: boolean | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
}

/** What an exporter is answered. */
export interface Exported {
  readonly status: number
  /** What was not kept, by partial success. */
  readonly rejected: number
  /** The message of the partial success, or of the failure. */
  readonly message: string
  readonly received: Received
}

/** What a body of JSON tells, by the rules of OTLP. */
const readJson = ({ status, text }: Received): Pick<Exported, "rejected" | "message"> | undefined => {
  const body = parseJson(text)
  if (!isObject(body)) return undefined
  if (status !== 200) {
    const { code, message } = body
    return typeof code === "number" && typeof message === "string" ? { rejected: 0, message } : undefined
  }
  const { partialSuccess = {} } = body as { readonly partialSuccess?: JsonObject }
  const { rejectedSpans = "0", errorMessage = "" } = partialSuccess
  return { rejected: Number(rejectedSpans), message: String(errorMessage) }
}

const readProtobuf = ({ status, bytes }: Received): Pick<Exported, "rejected" | "message"> | undefined => {
  if (bytes === undefined) return undefined
  if (status === 200) return readResponse(bytes)
  const failure = readStatus(bytes)
  return failure === undefined || failure.code === 0 ? undefined : { rejected: 0, message: failure.message }
}

/** Reads an answer, which is in the encoding of its request. */
export const readExported = (encoding: Encoding, received: Received): Exported => {
  const { status, headers, text } = received
  const shown = `a request of OTLP in ${encoding} was answered ${status} ${text.slice(0, 300)}`
  const known = status === 200 || (status !== 429 && (statuses as ReadonlyArray<number>).includes(status))
  expect("T11", known, `${shown}: a status that exporters are not to be told`)
  expect("T11", headers.get("content-type") === contentTypes[encoding], `${shown}, as ${headers.get("content-type")}`)
  const told = encoding === "json" ? readJson(received) : readProtobuf(received)
  expect("T11", told !== undefined, `${shown}: not what OTLP answers`)
  expect(
    "T11",
    status !== 200 || told.rejected > 0 || text === "{}" || received.bytes?.length === 0,
    `${shown}: a partial success, though everything was kept`
  )
  return { status, ...told, received }
}

const bodyOf = (request: ExportRequest | Uint8Array | string, encoding: Encoding): Uint8Array => {
  if (request instanceof Uint8Array) return request
  if (typeof request === "string") return new TextEncoder().encode(request)
  return encoding === "json" ? new TextEncoder().encode(JSON.stringify(request)) : toProtobuf(request)
}

/** Exports as SDKs do, with one credential, to one project. */
export type Exporter = (request: ExportRequest | Uint8Array | string, options?: ExportOptions) => Promise<Exported>

/** What is sent to export a request. */
export const exporting = (
  request: ExportRequest | Uint8Array | string,
  { encoding = "protobuf", gzip = false, headers = {} }: ExportOptions,
  { key, projectId }: { readonly key: string; readonly projectId: string }
) => {
  const plain = bodyOf(request, encoding)
  const all = {
    authorization: `Bearer ${key}`,
    "x-project-id": projectId,
    "content-type": contentTypes[encoding],
    "content-encoding": gzip ? "gzip" : undefined,
    ...headers
  }
  return {
    path: otlpPath,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    ),
    body: gzip ? new Uint8Array(gzipSync(plain)) : plain,
    // To send it again changes nothing. Law: T4.
    repeatable: true
  }
}

/** Exports to the target: by default with its key, to its project. */
export const makeExporter =
  (
    { send, target, note }: Pick<Context, "send" | "target" | "note">,
    {
      key = target.key,
      projectId = target.projectId
    }: { readonly key?: string | undefined; readonly projectId?: string | undefined } = {}
  ): Exporter =>
  async (request, options = {}) => {
    const { encoding = "protobuf" } = options
    const sent = exporting(request, options, { key, projectId })
    const received = await send(sent)
    const shown = request instanceof Uint8Array ? `${request.length} bytes` : JSON.stringify(request).slice(0, 400)
    note({
      sent: `POST ${otlpPath} (${encoding}) ${shown}`,
      answered: `${received.status} ${received.text.slice(0, 400)}`
    })
    return readExported(encoding, received)
  }
