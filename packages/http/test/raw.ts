import { connect } from "node:net"

/** What is sent after the first part, each so many milliseconds after what came before it. */
type Later = ReadonlyArray<readonly [afterMillis: number, text: string]>

/** Sends bytes as they are and resolves with what comes back until the first whole answer, or the end. */
export const sendRaw = (port: number, text: string | Uint8Array, later: Later = []): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    let at = 0
    for (const [after, part] of later) setTimeout(() => socket.destroyed || socket.write(part), (at += after))
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
      const [head = "", body] = received.split("\r\n\r\n")
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (body !== undefined && length !== undefined && body.length >= Number(length)) done()
      if (received.endsWith("\r\n0\r\n\r\n")) done()
    })
    socket.on("end", done)
    socket.on("error", (error) => (received === "" ? reject(error) : done()))
    socket.setTimeout(15_000, () => reject(new Error(`No answer in time; so far: ${received}`)))
  })

/** Sends bytes and hangs up before an answer can come. */
export const hangUp = (port: number, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text, () => setTimeout(() => socket.destroy(), 50)))
    socket.on("close", () => resolve())
    socket.on("error", reject)
  })

/** Sends all its bytes before it reads any, and resolves with what it then reads until the end. */
export const sendThenRead = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(port, "127.0.0.1").pause()
    socket.write(text, () => socket.resume())
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")))
    socket.on("end", () => resolve(received)).on("error", reject)
  })
