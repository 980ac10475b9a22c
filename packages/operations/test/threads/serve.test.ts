import { beforeEach, expect, it, vi } from "vitest"
import { serve } from "../../src/threads/serve.ts"

type OnMessage = (message: { readonly job: string; readonly progress: SharedArrayBuffer }) => void

/** What a thread of Node's has, in this process. */
const node = vi.hoisted(() => ({
  parentPort: {
    on: vi.fn<(event: string, listener: OnMessage) => void>(),
    postMessage: vi.fn<(message: unknown) => void>()
  },
  hasParent: true,
  heapUsed: 0
}))
vi.mock("node:worker_threads", () => ({
  get parentPort() {
    return node.hasParent ? node.parentPort : null
  }
}))
vi.mock("node:v8", () => ({ getHeapStatistics: () => ({ used_heap_size: node.heapUsed, heap_size_limit: 100 }) }))

const { on, postMessage } = node.parentPort
beforeEach(() => {
  node.hasParent = true
  node.heapUsed = 0
  on.mockReset()
  postMessage.mockReset()
})

it("V6: a thread tells that it is loaded, how far it has come, and what came of a job", () => {
  serve((job: string, reached) => {
    reached(7)
    return job.length
  })
  const [event, receive] = on.mock.calls[0]!
  expect(event).toBe("message")
  const progress = new SharedArrayBuffer(4)
  receive({ job: "abc", progress })
  expect([...new Int32Array(progress)]).toEqual([7])
  expect(postMessage.mock.calls).toEqual([["loaded"], [{ result: 3, spent: false }]])
})

it("V6: a thread answers once what a job promised has come", async () => {
  serve((job: string) => Promise.resolve(job.length))
  const [, receive] = on.mock.calls[0]!
  receive({ job: "abc", progress: new SharedArrayBuffer(4) })
  expect(postMessage.mock.calls).toEqual([["loaded"]])
  await Promise.resolve()
  expect(postMessage.mock.calls).toEqual([["loaded"], [{ result: 3, spent: false }]])
})

it("V6: a thread is spent once more than half of its heap is used", () => {
  serve((job: string) => job.length)
  const [, receive] = on.mock.calls[0]!
  for (const [used, spent] of [
    [49, false],
    [50, false],
    [51, true],
    [150, true]
  ] as const) {
    node.heapUsed = used
    receive({ job: "abc", progress: new SharedArrayBuffer(4) })
    expect(postMessage).toHaveBeenLastCalledWith({ result: 3, spent })
  }
})

it("V6: a thread is spent once a job has retired it", () => {
  serve((job: string, _, retire) => {
    if (job === "bad") retire()
    return job.length
  })
  const [, receive] = on.mock.calls[0]!
  for (const [job, spent] of [
    ["abc", false],
    ["bad", true]
  ] as const) {
    receive({ job, progress: new SharedArrayBuffer(4) })
    expect(postMessage).toHaveBeenLastCalledWith({ result: 3, spent })
  }
})

it("serves nobody where it is no thread", () => {
  node.hasParent = false
  serve((job: string) => job.length)
  expect(on).not.toHaveBeenCalled()
})
