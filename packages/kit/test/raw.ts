import { connect } from "node:net"

/** What is sent after the first part, each so many milliseconds after what came before it. */
type Later = ReadonlyArray<readonly [afterMillis: number, text: string]>

/** Whether an answer is all there, by its length or by its last chunk. */
const isWhole = (received: string): boolean => {
  const [head = "", body] = received.split("\r\n\r\n")
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return (
    (body !== undefined && length !== undefined && body.length >= Number(length)) || received.endsWith("\r\n0\r\n\r\n")
  )
}

/** Sends bytes as they are and resolves with what comes back until the first whole answer, or the end. */
export const sendRaw = (port: number, text: string | Uint8Array, later: Later = []): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text)
      let at = 0
      // clock: the pauses between the parts are what is tested
      for (const [after, part] of later) setTimeout(() => socket.destroyed || socket.write(part), (at += after))
    })
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
      if (isWhole(received)) done()
    })
    socket.on("end", done)
    socket.on("error", (error) => (received === "" ? reject(error) : done()))
    socket.setTimeout(60_000, () => reject(new Error(`No answer in time; so far: ${received}`)))
  })

/** Sends bytes and hangs up before an answer can come. */
export const hangUp = (port: number, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    // clock: it is to arrive, whether before or after that is the same to the server
    const socket = connect(port, "127.0.0.1", () => socket.write(text, () => setTimeout(() => socket.destroy(), 50)))
    socket.on("close", () => resolve())
    socket.on("error", reject)
  })

/** Sends all its bytes before it reads any, and resolves with the first whole answer that it then reads. */
export const sendThenRead = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(port, "127.0.0.1").pause()
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    socket.write(text, () => socket.resume())
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
      if (isWhole(received)) done()
    })
    socket.on("end", done).on("error", reject)
  })
