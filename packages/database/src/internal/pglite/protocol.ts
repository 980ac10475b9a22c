// Source: PostgreSQL documentation, "Message Formats".
const cancelRequestCode = 80877102

/** The first packet of a session has no type byte, only its length, whose first byte is zero. */
export const isFirstPacket = (chunk: Buffer): boolean => chunk[0] === 0

export const isCancelRequest = (chunk: Buffer): boolean =>
  chunk.length === 16 && isFirstPacket(chunk) && chunk.readInt32BE(4) === cancelRequestCode

/** A simple query: type byte, length, text, NUL. */
export const simpleQuery = (sql: string): Buffer => {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head.write("Q")
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
