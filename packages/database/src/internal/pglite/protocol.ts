// Source: PostgreSQL documentation, "Message Formats".
const cancelRequestCode = 80877102

/** The first packet of a session has no type byte, only its length, whose first byte is zero. */
export const isFirstPacket = (chunk: Buffer): boolean => chunk[0] === 0

export const isCancelRequest = (chunk: Buffer): boolean =>
  chunk.length === 16 && isFirstPacket(chunk) && chunk.readInt32BE(4) === cancelRequestCode

const text = (value: string): Buffer => Buffer.from(`${value}\0`)

const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export const simpleQuery = (sql: string): Buffer => message("Q", text(sql))

/**
 * A statement and a portal with names of their own, closed afterwards: unlike a simple query, this leaves the session's
 * unnamed ones as they are. All values come as text.
 */
export const extendedQuery = (sql: string, name = "upkeep"): Buffer =>
  Buffer.concat([
    message("P", text(name), text(sql), Buffer.alloc(2)),
    message("B", text(name), text(name), Buffer.alloc(6)),
    message("E", text(name), Buffer.alloc(4)),
    message("C", Buffer.from("P"), text(name)),
    message("C", Buffer.from("S"), text(name)),
    message("S")
  ])

const dataRow = "D".charCodeAt(0)

/** The first value of each row of an answer, as text; rows where it is null are left out. */
export const firstColumn = (answer: Buffer): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let at = 0; at < answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== dataRow) continue
    const length = answer.readInt32BE(at + 7)
    if (length >= 0) values.push(answer.toString("utf8", at + 11, at + 11 + length))
  }
  return values
}

const readyWithoutTransaction = message("Z", Buffer.from("I"))

/** Whether an answer ends by telling that the session is ready and no transaction is open. */
export const endsIdle = (answer: Buffer): boolean => answer.subarray(-6).equals(readyWithoutTransaction)
