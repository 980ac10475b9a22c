import { createInterface } from "node:readline"

/** What the test writes, line by line, until it closes the pipe. */
export const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** Waits for the next word of the test. */
export const command = async (): Promise<string | undefined> => {
  const next = await commands.next()
  return next.done === true ? undefined : next.value
}
