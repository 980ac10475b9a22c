import { UsageError } from "../errors.ts"
import type { Arrival } from "./loopback.ts"

const endedAt = (line: string, redirectUri: string, state: string): URL | undefined => {
  const ended = URL.parse(line.trim())
  return ended?.href.startsWith(`${redirectUri}?`) && ended.searchParams.get("state") === state ? ended : undefined
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  if (rest !== "") yield rest
}

/** Reads the address that the browser ended at from what is pasted. Throws a `UsageError` where the input ends before. */
export const readPasted = async (
  input: AsyncIterable<Uint8Array>,
  redirectUri: string,
  state: string,
  tell: (text: string) => void
): Promise<Arrival> => {
  for await (const line of linesOf(input)) {
    const ended = endedAt(line, redirectUri, state)
    if (ended !== undefined) return { ended, tell: async () => undefined }
    if (line.trim() !== "") tell(`That is not the address: it begins with ${redirectUri}?\n`)
  }
  throw new UsageError(
    "No address was pasted.",
    "Run it where somebody can paste one; for programs, set AGENT_OPERATIONS_API_KEY."
  )
}
