import { createHash } from "node:crypto"
import { performance } from "node:perf_hooks"
import type { Disposable, QuickJSContext, QuickJSHandle, QuickJSWASMModule } from "quickjs-emscripten-core"
import type { FailureCode } from "../model.ts"
import { prelude } from "./prelude.ts"

/** What a call may use. */
const limits = { memory: 64 * 1024 * 1024, stack: 256 * 1024, answer: 64 * 1024, logs: 8 * 1024, jobsAtOnce: 100 }

/** A call of a scorer: JavaScript, and its input as JSON text. */
interface Call {
  readonly code: string
  readonly input: string
  readonly seed: string
  readonly timeoutMs: number
}

/** What a call came to: JSON text, or why there is none. */
export type Called =
  | { readonly _tag: "Said"; readonly json: string; readonly logs: string }
  | { readonly _tag: "Failed"; readonly code: FailureCode; readonly message: string; readonly logs: string }

/** What a step in the sandbox comes to. */
type Step = ReturnType<QuickJSContext["evalCode"]>

class Broken extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

const codeOf = (message: string): FailureCode =>
  message.startsWith("InternalError: out of memory") ? "OUT_OF_MEMORY" : "THREW"

/** The four numbers of a seed. */
const numbersOf = (seed: string) => {
  const hash = createHash("sha256").update(seed).digest()
  return [0, 4, 8, 12].map((offset) => hash.readInt32LE(offset))
}

/** One call, in a context that nothing else has been in or will be. */
class Running {
  readonly context: QuickJSContext
  readonly #deadline: number
  readonly #timeoutMs: number
  readonly #handles: Array<Disposable> = []
  #expired = false
  logs = ""

  constructor(quickjs: QuickJSWASMModule, timeoutMs: number) {
    const runtime = quickjs.newRuntime()
    runtime.setMemoryLimit(limits.memory)
    runtime.setMaxStackSize(limits.stack)
    runtime.setInterruptHandler(() => this.#isOver())
    this.#timeoutMs = timeoutMs
    this.#deadline = performance.now() + timeoutMs
    this.context = runtime.newContext()
  }

  /** Gives back all memory. Only what has not failed can be closed: see `runCode`. */
  close() {
    const { runtime } = this.context
    for (const handle of this.#handles.toReversed()) if (handle.alive) handle.dispose()
    this.context.dispose()
    runtime.dispose()
  }

  call({ code, input, seed }: Call): string {
    const { context } = this
    const write = this.#keep(context.newFunction("write", (text) => this.#log(text)))
    const numbers = numbersOf(seed).map((number) => this.#keep(context.newNumber(number)))
    const begin = this.#take(context.evalCode(prelude, "prelude.js"))
    const tools = this.#take(context.callFunction(begin, context.undefined, ...numbers, write))
    const told = this.#keep(context.getProp(tools, "told"))
    const module = this.#settle(this.#take(context.evalCode(code, "scorer.js", { type: "module" }), told), told)
    const scorer = this.#keep(context.getProp(module, "default"))
    const text = this.#keep(context.newString(input))
    const run = this.#keep(context.getProp(tools, "run"))
    const answer = this.#settle(this.#take(context.callFunction(run, context.undefined, scorer, text), told), told)
    return context.typeof(answer) === "string" ? context.getString(answer) : "!It answered nothing."
  }

  #keep<D extends Disposable>(handle: D): D {
    this.#handles.push(handle)
    return handle
  }

  #isOver(): boolean {
    this.#expired ||= performance.now() > this.#deadline
    return this.#expired
  }

  #late() {
    return new Broken("TIMEOUT", `It took longer than ${this.#timeoutMs} ms: make it faster, or raise timeoutMs.`)
  }

  /** What a step came to; where it threw, that in words. */
  #take(step: Step, told?: QuickJSHandle): QuickJSHandle {
    if (step.error === undefined) return this.#keep(step.value)
    throw this.#broken(step.error, told)
  }

  #broken(error: QuickJSHandle, told: QuickJSHandle | undefined): Broken {
    if (this.#expired) return this.#late()
    if (told === undefined) return new Broken("THREW", "It can't be run.")
    const worded = this.context.callFunction(told, this.context.undefined, error)
    if (this.#expired) return this.#late()
    const message =
      worded.error === undefined && this.context.typeof(worded.value) === "string"
        ? this.context.getString(worded.value)
        : "It threw what can't be shown."
    return new Broken(codeOf(message), message)
  }

  /** What a promise comes to, once all that is left to run has run. Law: S1. */
  #settle(promise: QuickJSHandle, told: QuickJSHandle): QuickJSHandle {
    const { context } = this
    for (;;) {
      const state = context.getPromiseState(promise)
      if (state.type === "fulfilled") return this.#keep(state.value)
      if (state.type === "rejected") throw this.#broken(state.error, told)
      if (this.#isOver()) throw this.#late()
      if (!context.runtime.hasPendingJob()) {
        throw new Broken("NEVER_SETTLED", "It waits for a promise that nothing is left to settle.")
      }
      const jobs = context.runtime.executePendingJobs(limits.jobsAtOnce)
      if (this.#expired) throw this.#late()
      if (jobs.error !== undefined) throw new Broken("OUT_OF_MEMORY", "It took more than 64 MiB of memory.")
    }
  }

  #log(text: QuickJSHandle) {
    if (this.context.typeof(text) !== "string" || this.logs.length >= limits.logs) return
    this.logs = (this.logs + this.context.getString(text)).slice(0, limits.logs)
  }
}

/**
 * Calls a scorer in a new context. Where it fails, what it ran in may be broken: it is not closed, and has to be thrown away
 * whole. Laws: S1, S2.
 */
export const runCode = (quickjs: QuickJSWASMModule, call: Call): Called => {
  const running = new Running(quickjs, call.timeoutMs)
  const failed = (code: FailureCode, message: string): Called => ({ _tag: "Failed", code, message, logs: running.logs })
  try {
    const text = running.call(call)
    if (text.startsWith("!")) return failed(codeOf(text.slice(1)), text.slice(1))
    const json = text.slice(1)
    // The sandbox has counted characters, which are fewer.
    if (Buffer.byteLength(json) > limits.answer) return failed("THREW", "What it returned is over 64 KiB of JSON.")
    running.close()
    return { _tag: "Said", json, logs: running.logs }
  } catch (error) {
    if (error instanceof Broken) return failed(error.code, error.message)
    // What WebAssembly throws where it has run out of stack or memory, or found itself broken.
    return failed("THREW", "It broke what it runs in.")
  }
}
