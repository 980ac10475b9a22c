/**
 * The document of the frame in which React page views are drawn. Its origin is none, its policy lets nothing load, and the
 * component runs in a worker, which has no document. What the worker tells is drawn here as far as it is allowed; a worker
 * that tells anything else, too much, or nothing for some seconds is ended.
 */
import { inSeconds, watch } from "../heartbeat.ts"
import type { Change, Failure, Fault, Start, ToFrame, ToPage, ToWorker } from "../protocol.ts"
import { makeDrawing, Refused } from "./draw.ts"
import { listen } from "./events.ts"
import { makeLook } from "./look.ts"
import { placeOf } from "./place.ts"

/** How many characters a worker may tell at once, and how many failures that leave it running. */
const limits = { characters: 4_000_000, failures: 20 }

const root = document.getElementById("root")!
const look = makeLook()

const start = ({ code, mappings, props, theme, patience }: Start, port: MessagePort) => {
  look(theme)
  const tell = (message: ToPage) => port.postMessage(message)
  const runtime = document.getElementById("worker")!.textContent ?? ""
  const head = `${runtime}\ndefineView(async (require, module, exports) => {\n`
  const place = placeOf(mappings, head.split("\n").length - 1)
  const address = URL.createObjectURL(new Blob([head, code, "\n})"], { type: "text/javascript" }))
  const worker = new Worker(address)
  URL.revokeObjectURL(address)

  let ended = false
  let asked = false
  let failures = 0

  const end = (fault: Omit<Fault, "fatal">) => {
    if (ended) return
    ended = true
    heart.stop()
    worker.terminate()
    tell({ type: "failed", ...fault, fatal: true })
  }

  const ask = (message: ToWorker) => worker.postMessage(message)
  const heart = watch({
    patience,
    ask: () => {
      asked = true
      ask({ type: "ask" })
    },
    lost: () => {
      const silent = `The component did not answer for ${inSeconds(patience)}, so it was ended.`
      end({ message: `${silent} Look for a loop without an end.` })
    }
  })
  const { draw, pathOf } = makeDrawing(root)
  listen(root, pathOf, (event) => {
    if (!ended) ask({ type: "happened", event })
  })

  const failed = ({ message, stack, fatal }: Readonly<Record<keyof Failure, unknown>>) => {
    const fault = { message: String(message).slice(0, 2000), ...place(String(stack).slice(0, 8000)) }
    if (fatal === true) return end(fault)
    failures += 1
    if (failures > limits.failures) return end({ ...fault, message: `It failed again and again: ${fault.message}` })
    tell({ type: "failed", ...fault, fatal: false })
  }

  const changed = (changes: ReadonlyArray<Change>) => {
    draw(changes)
    tell({ type: "drawn" })
    // The worker tells nothing more until it hears of it: what it says in between is refused.
    drawing = true
    requestAnimationFrame(() => {
      drawing = false
      if (!ended) ask({ type: "drawn" })
    })
  }
  let drawing = false

  const hear = (said: unknown) => {
    if (typeof said !== "string" || said.length > limits.characters)
      throw new Refused("The component told too much at once.")
    const message = JSON.parse(said)
    if (message?.type === "alive" && asked) {
      asked = false
      heart.beat()
    } else if (message?.type === "changes" && Array.isArray(message.changes) && !drawing) changed(message.changes)
    else if (message?.type === "failed") failed(message)
    else throw new Refused("The component told what it was not asked for.")
  }
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (ended) return
    try {
      hear(data)
    } catch (error) {
      end({ message: error instanceof Refused ? error.message : `It can't be drawn: ${String(error).slice(0, 500)}` })
    }
  })
  worker.addEventListener("error", (event) => {
    event.preventDefault()
    const { message, lineno, colno } = event
    end({ message: message || "The component's worker failed.", ...place(`blob::${lineno}:${colno}`) })
  })

  port.addEventListener("message", ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === "theme") look(data.theme)
    else tell({ type: "alive" })
  })
  port.start()
  new ResizeObserver(() => tell({ type: "height", height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root
  )
  ask({ type: "start", props })
}

// The page speaks once, and is known by being the window above: whoever else speaks is not heard.
addEventListener("message", function hear({ data, ports, source }: MessageEvent<Start>) {
  const [port] = ports
  if (source !== parent || parent === window || port === undefined) return
  removeEventListener("message", hear)
  start(data, port)
})
