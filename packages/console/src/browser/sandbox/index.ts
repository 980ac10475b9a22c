/** Runs React page views where the page has them: each in a frame of its own, beside its rows as a table. */
import { inSeconds, watch } from "./heartbeat.ts"
import type { Fault, Start, Theme, ToFrame, ToPage } from "./protocol.ts"

/** How high a view may be, in CSS pixels; what is higher scrolls. */
const heights = { least: 48, most: 2000 }

const dark = matchMedia("(prefers-color-scheme: dark)")

/** Those of the page's custom properties that a view may look by. */
const shared =
  "surface raised border border-strong text muted accent on-accent accent-fill danger success warning radius mono".split(
    " "
  )

const themeOf = (element: HTMLElement): Theme => {
  const style = getComputedStyle(element)
  const properties = shared.map((name) => [`--${name}`, style.getPropertyValue(`--${name}`).trim()])
  const schemes = style.colorScheme.split(" ")
  const scheme = schemes.includes("dark") && (dark.matches || !schemes.includes("light")) ? "dark" : "light"
  return { scheme, properties: Object.fromEntries(properties.filter(([, value]) => value !== "")) }
}

const sentence = ({ message, line, column }: Fault) =>
  line === undefined ? message : `${message} (line ${line}, column ${column})`

const startOne = (view: HTMLElement): void => {
  const data = view.querySelector<HTMLScriptElement>('script[type="application/json"]')
  const said = view.querySelector<HTMLElement>("[data-said]")
  const { frame: address, title = "" } = view.dataset
  const patience = Number(view.dataset["patience"])
  // Longer than the frame waits for the component: only the frame can say which of them is silent.
  const framePatience = 2 * patience
  if (data === null || said === null || address === undefined || view.dataset["started"] !== undefined) return
  view.dataset["started"] = ""
  const { code, mappings, props }: Pick<Start, "code" | "mappings" | "props"> = JSON.parse(data.textContent ?? "")
  const rows = view.parentElement?.querySelector<HTMLDetailsElement>("details[data-rows]")

  const frame = document.createElement("iframe")
  // Scripts alone: no origin, no forms, no windows, no dialogs, no downloads, and not the page.
  frame.setAttribute("sandbox", "allow-scripts")
  frame.setAttribute("allow", "")
  frame.referrerPolicy = "no-referrer"
  frame.title = title
  frame.src = address
  const { port1: port, port2: theirs } = new MessageChannel()
  const tell = (message: ToFrame) => port.postMessage(message)

  const say = (text: string, kind: "bad" | "plain" | undefined) => {
    said.hidden = text === ""
    said.textContent = text
    said.className = kind === undefined ? "quiet" : `notice ${kind}`
    said.setAttribute("role", kind === "bad" ? "alert" : "status")
  }

  const end = (fault: Fault) => {
    stop()
    say(`The component is not shown: ${sentence(fault)}`, "bad")
    view.dataset["state"] = "failed"
    if (rows != null) rows.open = true
  }

  const stop = () => {
    heart?.stop()
    port.close()
    dark.removeEventListener("change", dress)
    frame.remove()
  }

  let heart: ReturnType<typeof watch> | undefined
  const dress = () => tell({ type: "theme", theme: themeOf(view) })
  dark.addEventListener("change", dress)

  port.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    heart?.beat()
    switch (data.type) {
      case "drawn":
        if (view.dataset["state"] !== "drawn") {
          view.dataset["state"] = "drawn"
          say("", undefined)
          if (rows != null) rows.open = false
        }
        return
      case "height":
        frame.style.height = `${Math.min(Math.max(data.height, heights.least), heights.most)}px`
        return
      case "failed":
        if (data.fatal) end(data)
        else say(`Something in the component failed: ${sentence(data)}`, "plain")
    }
  })
  port.start()

  let loads = 0
  frame.addEventListener("load", () => {
    loads += 1
    if (loads > 1) return end({ message: "its frame left its place.", fatal: true })
    // It has no origin that could be named; that it is the frame's own document is held by the policy of this page.
    const theme = themeOf(view)
    frame.contentWindow?.postMessage({ code, mappings, props, theme, patience } satisfies Start, "*", [theirs])
    heart = watch({
      patience: framePatience,
      ask: () => {
        // What a preview showed before is gone from the page.
        if (!frame.isConnected) return stop()
        tell({ type: "ask" })
      },
      lost: () => end({ message: `its frame did not answer for ${inSeconds(framePatience)}.`, fatal: true })
    })
  })
  say("The component is being started …", undefined)
  view.append(frame)
}

export const start = (views: ReadonlyArray<HTMLElement>): void => views.forEach(startOne)
