import { createReadStream } from "node:fs"
import { resolve } from "node:path"
import { messageOf, UsageError } from "../errors.ts"
import type { Terminal } from "../terminal.ts"

/** No server takes more in one request; what goes on without end is not read on. */
const defaultBytes = 16 * 1024 * 1024

const readAll = async (
  chunks: AsyncIterable<Uint8Array>,
  from: string,
  signal: AbortSignal,
  mostBytes: number
): Promise<string> => {
  // It drops a BOM.
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let bytes = 0
  let text = ""
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new UsageError(`${from}: more than ${mostBytes} bytes.`, "Send less.")
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UsageError) throw error
    if (error instanceof TypeError) throw new UsageError(`${from}: this is no UTF-8.`, "Save it as UTF-8.")
    throw new UsageError(`${from}: ${messageOf(error)}`, "Give a file that can be read.")
  }
}

/** Reads what flags name: a file, or standard input, which only one of them can have. */
export const makeTexts = (terminal: Terminal, mostBytes = defaultBytes) => {
  const { stdin, signal } = terminal
  let taken: string | undefined
  return (name: string, flag: string): Promise<string> => {
    if (name !== "-")
      return readAll(createReadStream(resolve(terminal.cwd, name)), `${flag} ${name}`, signal, mostBytes)
    if (taken !== undefined) {
      throw new UsageError(`${flag}: standard input is that of ${taken} already.`, "Give one of them as @FILE.")
    }
    taken = flag
    return readAll(stdin(), `${flag} -`, signal, mostBytes)
  }
}

export type Texts = ReturnType<typeof makeTexts>
