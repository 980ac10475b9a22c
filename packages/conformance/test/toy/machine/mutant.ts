import type { Operation } from "@agent-operations/contract"
import { Result } from "effect"
import type { Target } from "../../../src/index.ts"
import { same } from "../../../src/Broken.ts"
import { shapeOf } from "../../../src/shape.ts"
import { type Parts, rightParts } from "../parts.ts"
import { toyServer } from "../server.ts"

/** A wrong server, and how often it did what is wrong. */
export interface Served {
  readonly target: Target
  /** How many answers or writes were other than the right server's; undefined where that is not counted. */
  readonly fired: () => number | undefined
}

/** A server that is right but for one place. */
export interface Mutant {
  /** What is done to the place: `drop a member of the result`. */
  readonly operator: string
  /** The operation that is wrong; `openapi.json` where it is the document. */
  readonly operation: string
  /** The JSON Pointer of what is changed, or a word for it. */
  readonly place: string
  readonly serve: () => Served
}

/** A call of an operation at the right server. */
export interface Call {
  readonly request: Request
  readonly target: Target
  /** What is sent, where it is JSON that can be kept exactly; undefined else. */
  readonly body: () => Promise<unknown>
  /** What the right server answers, to what was sent, or to another input or other headers. */
  readonly pass: (change?: {
    readonly input?: unknown
    readonly operation?: string | undefined
    readonly headers?: Readonly<Record<string, string>> | undefined
  }) => Promise<Response>
}

export type Json = ReturnType<typeof JSON.parse>

/** What a wrong server does with a call; it says by `fire` that it did what is wrong. */
export type Handle = (call: Call, fire: () => void) => Promise<Response>

const at = (operation: string) => `/api/agent/${operation}`

const callOf = (target: Target, request: Request): Call => {
  const pass: Call["pass"] = async (change = {}) => {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value)
    const { pathname, search } = new URL(request.url)
    const path = change.operation === undefined ? pathname : at(change.operation)
    const body = "input" in change ? JSON.stringify(change.input) : await request.clone().arrayBuffer()
    return target.fetch!(new Request(`${target.url}${path}${search}`, { method: "POST", headers, body }))
  }
  const body = async () => {
    const read = await rightParts.readBody(request.clone())
    return Result.isSuccess(read) ? read.success : undefined
  }
  return { request, target, body, pass }
}

let rightServer: () => Target = toyServer

/** What a mutant is over another right server; undefined where it is made of other parts. */
export const servedOver = (target: Target, { serve }: Mutant): Served | undefined => {
  let isOver = false
  rightServer = () => {
    isOver = true
    return target
  }
  try {
    const served = serve()
    return isOver ? served : undefined
  } finally {
    rightServer = toyServer
  }
}

/** A server that does as a handle says with the calls of an operation, and else what is right. */
export const serving = (operation: string, handleOf: (target: Target) => Handle): Served => {
  const target = rightServer()
  const handle = handleOf(target)
  let fired = 0
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== "POST" || pathname !== at(operation)) return target.fetch!(request)
    return handle(callOf(target, request), () => void fired++)
  }
  return { target: { ...target, fetch }, fired: () => fired }
}

/** A server that has other parts. */
export const withParts = (wrong: (right: Parts, fire: () => void) => Partial<Parts>): Served => {
  let fired = 0
  return { target: toyServer((right) => wrong(right, () => void fired++)), fired: () => fired }
}

/** An answer with another body, status or headers. */
export const answering = (
  { status, headers }: Response,
  body: Json,
  change: { readonly status?: number; readonly headers?: Readonly<Record<string, string | undefined>> } = {}
): Response => {
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(change.headers ?? {})) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return new Response(JSON.stringify(body), { status: change.status ?? status, headers: all })
}

/** Changes what an operation that takes an input is sent. */
export const sending = (operation: Operation.Any, change: (input: Json, call: Call) => Json) =>
  serving(operation.id, () => async (call, fire) => {
    const input = await call.body()
    if (input === undefined || !shapeOf(operation).takes(input)) return call.pass()
    const other = await change(input, call)
    if (same(other, input) && JSON.stringify(other) === JSON.stringify(input)) return call.pass()
    fire()
    return call.pass({ input: other })
  })

/** Takes inputs that have to be refused, once they are made such that they are taken. */
export const mending = (operation: Operation.Any, mend: (input: Json) => Json) =>
  serving(operation.id, () => async (call, fire) => {
    const input = await call.body()
    const { takes } = shapeOf(operation)
    if (input === undefined || takes(input)) return call.pass()
    const mended = mend(input)
    if (!takes(mended)) return call.pass()
    fire()
    return call.pass({ input: mended })
  })

/** Refuses inputs that have to be taken. */
export const refusing = (operation: Operation.Any, place: string, isRefused: (input: Json) => boolean) =>
  serving(operation.id, () => async (call, fire) => {
    const input = await call.body()
    if (input === undefined || !shapeOf(operation).takes(input) || !isRefused(input)) return call.pass()
    fire()
    const answer = await call.pass({ input: 1 })
    const body: Json = await answer.json()
    if (body.error.code === "VALIDATION_ERROR") body.error.details.issues[0].path = place
    return answering(answer, body)
  })

/** Changes what an operation answers where it succeeds. */
export const resulting = (
  operation: Operation.Any,
  change: (data: Json, call: Call) => Json,
  isHeld: (count: number) => boolean = () => true
) =>
  serving(operation.id, () => {
    let count = 0
    return async (call, fire) => {
      const answer = await call.pass()
      if (answer.status !== 200 || !isHeld(++count)) return answer
      const text = await answer.text()
      const data = await change((JSON.parse(text) as Json).data, call)
      const changed = JSON.stringify({ data })
      if (changed === text) return new Response(text, { headers: answer.headers })
      fire()
      return new Response(changed, { headers: answer.headers })
    }
  })

/** Whether two answers are the same to a client. */
const isAlike = async (one: Response, other: Response) =>
  one.status === other.status &&
  [...one.headers].join() === [...other.headers].join() &&
  (await one.clone().text()) === (await other.clone().text())

/** Changes an error of a code that an operation answers. What is wrong beside the answer, is said by `fire`. */
export const failing = (
  operation: Operation.Any,
  code: string,
  change: (
    answer: Response,
    error: Json,
    call: Call,
    fire: () => void
  ) => Response | undefined | Promise<Response | undefined>
) =>
  serving(operation.id, () => async (call, fire) => {
    const answer = await call.pass()
    if (answer.status === 200) return answer
    const text = await answer.text()
    const right = new Response(text, { status: answer.status, headers: answer.headers })
    const { error } = JSON.parse(text) as Json
    const other = error.code === code ? await change(answer, error, call, fire) : undefined
    if (other === undefined || (await isAlike(other, right))) return right
    fire()
    return other
  })
