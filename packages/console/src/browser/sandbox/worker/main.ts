/**
 * Runs a component in a worker, where there is no document, and tells the frame what it draws. The component's own code
 * stands behind this in the same worker, so that nothing here keeps anything from it: the frame bounds what is told.
 */
import * as React from "react"
import * as jsxRuntime from "react/jsx-runtime"
import { ConcurrentRoot, DiscreteEventPriority } from "react-reconciler/constants.js"
import type { Change, Failure, FromWorker, ToWorker } from "../protocol.ts"
import { dispatch } from "./events.ts"
import { atPriority, makeReconciler } from "./reconciler.ts"
import { makeRoot } from "./tree.ts"

/** What a component is compiled to. */
type Module = (
  require: (specifier: string) => unknown,
  module: { exports: Record<string, unknown> },
  exports: Record<string, unknown>
) => Promise<void>

declare const self: {
  postMessage: (message: string) => void
  addEventListener: (type: string, listen: (event: never) => void) => void
  defineView?: (module: Module) => void
}

const modules = new Map<string, unknown>([
  ["react", React],
  ["react/jsx-runtime", jsxRuntime]
])

const require = (specifier: string): unknown => {
  const found = modules.get(specifier)
  if (found === undefined) throw new Error(`${JSON.stringify(specifier)} is not available here. Import react alone.`)
  return found
}

const post = (message: FromWorker) => self.postMessage(JSON.stringify(message))

const failureOf = (error: unknown, fatal: boolean): Failure => {
  const { message, stack = "" } = error instanceof Error ? error : { message: String(error) }
  return { message: message.slice(0, 2000), stack: stack.slice(0, 8000), fatal }
}

const fail = (error: unknown, fatal: boolean) => post({ type: "failed", ...failureOf(error, fatal) })

let changes: Array<Change> = []
let waiting = false

/** One message at a time: the next is told when the frame has drawn the last. */
const flush = () => {
  if (waiting || changes.length === 0) return
  waiting = true
  const told = changes
  changes = []
  post({ type: "changes", changes: told })
}

const root = makeRoot()
const reconciler = makeReconciler((change) => void changes.push(change), flush)
const rethrow = (error: unknown) => fail(error, true)
const container = reconciler.createContainer(
  root,
  ConcurrentRoot,
  null,
  false,
  null,
  "",
  rethrow,
  rethrow,
  () => {},
  () => {},
  null
)

let view: Module | undefined
let props: Record<string, unknown> | undefined

const run = async () => {
  if (view === undefined || props === undefined) return
  const module = { exports: {} as Record<string, unknown> }
  try {
    await view(require, module, module.exports)
    const component = module.exports["default"]
    if (typeof component !== "function" && (typeof component !== "object" || component === null)) {
      throw new TypeError("The module's default export is not a component.")
    }
    const element = React.createElement(component as React.FunctionComponent<Record<string, unknown>>, props)
    reconciler.updateContainer(element, container, null, null)
  } catch (error) {
    fail(error, true)
  }
}

// A view's code begins no threads of its own: nobody would end those that it leaves.
for (const name of ["Worker", "SharedWorker"]) Reflect.deleteProperty(self, name)

// It is called by what follows this script: the component's module.
self.defineView = (module) => {
  view = module
  delete self.defineView
  void run()
}

self.addEventListener("message", ({ data }: { readonly data: ToWorker }) => {
  switch (data.type) {
    case "start":
      // Its keys may be any, `__proto__` too: JSON makes plain properties of them.
      props = JSON.parse(data.props)
      return void run()
    case "drawn":
      waiting = false
      return flush()
    case "ask":
      return post({ type: "alive" })
    case "happened":
      return atPriority(DiscreteEventPriority, () => dispatch(root, data.event, (error) => fail(error, false)))
  }
})
self.addEventListener("unhandledrejection", ({ reason }: { readonly reason: unknown }) => fail(reason, false))
self.addEventListener("error", ({ error, message }: { readonly error: unknown; readonly message: string }) =>
  fail(error ?? new Error(message), false)
)
